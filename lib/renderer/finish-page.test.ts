import { createHash } from 'node:crypto'
import { finishPage } from './finish-page.ts'
import { pageScript } from './page-script.ts'
import { hashOf, withStartData } from './start-data.ts'
import { placeholderAt } from './static-markup.ts'

const one = '<script src="/_next/static/chunks/one.js" async=""></script>'
const two = '<script src="/_next/static/chunks/two.js" async=""></script>'
const own = `<script src="${pageScript.address}"></script>`
const policyHashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const page = (head: string, body = '', end = '') =>
  `<html><head>${head}</head><body><main>${body}</main>${end}</body></html>`

function finished(html: string, options: Parameters<typeof finishPage>[1] = { once: 'touched' }) {
  const made = finishPage(Buffer.from(html), options)
  return { ...made, html: made.html.toString(), startData: made.startData?.toString() }
}

describe('the scripts of Next’s client', () => {
  test('are gone, with their preloads, and named in order where the page’s own script is', () => {
    const kept = '<link rel="stylesheet" href="/a.css"/><link rel="preload" as="font" href="/a.woff2"/>'
    const preload = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/two.js"/>'
    const { html, startData = '', scriptHashes } = finished(page(kept + preload + one + own, '’', two))
    const names = 'data-scripts="/_next/static/chunks/one.js /_next/static/chunks/two.js"'
    const hash = hashOf(Buffer.from(startData))
    const named = own.replace('>', ` data-once="touched" data-start="${hash}" ${names}>`)
    expect(html).toBe(page(kept + named, '’'))
    expect(scriptHashes).toEqual([])
  })

  test('may load right after the first paint', () => {
    expect(finished(page(one + own), { once: 'painted' }).html).toContain('data-once="painted"')
  })

  test('are nothing but files of the build', () => {
    const foreign = '<script src="https://elsewhere.example/a.js" async=""></script>'
    expect(finished(page(one + own, foreign)).html).not.toMatch(/data-scripts="[^"]*elsewhere/)
  })

  test.each([
    ['without them', page(own, 'A story')],
    ['that our layout is not around', page(one, 'A story', '<script>self.__next_f.push([1,"a"])</script>')],
    ['without any markup', 'one'],
    ['that breaks off in a script', '<script>start('],
    ['of nothing', ''],
  ])('leave a page %s as it is', (_, html) => {
    expect(finished(html)).toMatchObject({ html, startData: undefined })
  })
})

describe('what React starts from', () => {
  const data = [String.raw`[1,"1:\"$Sreact.fragment\"\n2:\u003cp\u003e"]`, '[1,"3:[“]"]']
  const scripts = data.map((each) => `<script>self.__next_f.push(${each})</script>`).join('')

  test('is taken out and named by its hash, and can be put back as JSON that nothing runs', () => {
    const { html, startData = '', scriptHashes } = finished(page(one + own, '', scripts))
    expect(JSON.parse(startData)).toEqual(data.map((each) => JSON.parse(each)))
    expect(html).not.toContain('fragment')
    expect(html).toContain(`data-start="${hashOf(Buffer.from(startData))}"`)
    expect(scriptHashes).toEqual([])
    const whole = withStartData(Buffer.from(html), Buffer.from(startData)).toString()
    expect(whole).toContain(`<script type="application/json" id="start-data">${startData}</script></body>`)
    expect(whole).not.toContain('data-start=')
  })

  test('stays where Next has it on pages whose scripts are not deferred', () => {
    const { html, startData, scriptHashes } = finished(page(one + own, '', scripts), {})
    expect([html, startData]).toEqual([page(one + own, '', scripts), undefined])
    expect(scriptHashes).toEqual(data.map((each) => policyHashOf(`self.__next_f.push(${each})`)))
  })

  test('is a string: another script that begins like it needs a hash', () => {
    const other = 'self.__next_f.push([2,null])'
    const { html, scriptHashes } = finished(page(one + own, '', `<script>${other}</script>`))
    expect(html).toContain(other)
    expect(scriptHashes).toEqual([policyHashOf(other)])
  })
})

describe('the hashes of inline scripts', () => {
  const hashesOf = (html: string) => finished(html).scriptHashes

  test('are those around the content', () => {
    const html = '<head><script>a()</script></head><main><p>Story</p></main><script id="b">b(’)</script>'
    expect(hashesOf(html)).toEqual([policyHashOf('a()'), policyHashOf('b(’)')])
  })

  test('never allow a script that is in the content, even one that closes it first', () => {
    const html = '<main><p>Story</p></main><script>evil()</script><main></main><script>b()</script>'
    expect(hashesOf(html)).toEqual([policyHashOf('b()')])
  })

  test('are not needed for files and data', () => {
    expect(hashesOf('<script src="/x.js"></script><script type="application/ld+json">{}</script>')).toEqual([])
  })

  test('are not given to a script that a placeholder brings', () => {
    const { html, scriptHashes } = finished('<i><!--set-aside-0--></i>', { placeholders: ['<script>evil()</script>'] })
    expect(html).toContain('evil()')
    expect(scriptHashes).toEqual([])
  })
})

describe('placeholders', () => {
  function withPlaceholders(texts: readonly string[], layOut: (places: string[]) => string) {
    const places = texts.map((_, index) => placeholderAt(index))
    return finished(layOut(places), { placeholders: texts }).html
  }

  test('are replaced by their HTML, unchanged', () => {
    const texts = ['<p>The lamp $& turns $1.</p>', '<p><!--set-aside-0-->A comment is nothing.</p>', '{"a":1}']
    const html = withPlaceholders(texts, ([a, b, c]) => `<main>${b}<hr>${a}</main><i>${c}</i>`)
    expect(html).toBe(`<main>${texts[1]}<hr>${texts[0]}</main><i>${texts[2]}</i>`)
  })

  test('stay in the data for the browser’s React', () => {
    const html = withPlaceholders(['<p>The lamp</p>'], ([place = '']) => {
      const data = JSON.stringify({ __html: place }).replaceAll('<', '\\u003c')
      return `${place}<script>${data}</script>`
    })
    expect(html).toMatch(/^<p>The lamp<\/p><script>.*set-aside-0/)
  })

  test('fail the page if one is missing', () => {
    expect(() => withPlaceholders(['<p>The lamp</p>'], () => '<main></main>')).toThrow('has lost the placeholder')
  })
})
