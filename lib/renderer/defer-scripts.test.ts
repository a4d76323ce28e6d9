import { inlineScriptHashes } from '#lib/security-headers.ts'
import { withDeferredScripts } from './defer-scripts.ts'
import { hashOf, withStartData } from './start-data.ts'

const one = '<script src="/_next/static/chunks/one.js" async=""></script>'
const two = '<script src="/_next/static/chunks/two.js" async=""></script>'
const theme = '<script src="/theme.js"></script>'
const htmlOf = (...given: Parameters<typeof withDeferredScripts>) => withDeferredScripts(...given).html
const page = (head: string, body = '') => `<html><head>${head}</head><body><main>${body}</main></body></html>`

describe('withDeferredScripts', () => {
  test('leaves no script and no preload of Next’s client, and names their files in order', () => {
    const preload = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/two.js"/>'
    const html = htmlOf(page(preload + one + theme) + two, 'touched')
    expect(html).not.toContain('<script src="/_next')
    expect(html).not.toContain('as="script"')
    expect(html).toContain('data-scripts="/_next/static/chunks/one.js /_next/static/chunks/two.js"')
  })

  test('leaves styles, fonts and the script for the theme, and comes after that', () => {
    const kept = '<link rel="stylesheet" href="/a.css"/><link rel="preload" as="font" href="/a.woff2"/>'
    const html = htmlOf(page(kept + one + theme), 'touched')
    expect(html).toContain(`<head>${kept}${theme}<script data-once="touched" data-start=`)
  })

  test('needs one hash, the same for every page', () => {
    const hashes = inlineScriptHashes(htmlOf(page(one), 'touched'))
    expect(hashes).toHaveLength(1)
    expect(inlineScriptHashes(htmlOf(page(one + two), 'touched'))).toEqual(hashes)
  })

  test('brings no comment into the page', () => {
    expect(htmlOf(page(one), 'touched')).not.toMatch(/\/\*\*|^\s*\/\/ /m)
  })

  test('takes React’s start data out, names them by their hash, and puts them back as JSON that nothing runs', () => {
    const data = [String.raw`[1,"1:\"$Sreact.fragment\"\n2:\u003cp\u003e"]`, '[1,"3:[]"]']
    const scripts = data.map((each) => `<script>self.__next_f.push(${each})</script>`).join('')
    const { html, startData } = withDeferredScripts(
      `${page(one).replace('</html>', '')}<body>${scripts}</body></html>`,
      'touched',
    )
    expect(JSON.parse(startData)).toEqual(data.map((each) => JSON.parse(each)))
    expect(html).not.toContain('fragment')
    expect(html).toContain(`data-start="${hashOf(startData)}"`)
    const whole = withStartData(html, startData)
    expect(whole).toContain(`<script type="application/json" id="start-data">${startData}</script></body>`)
    expect(whole).not.toContain('data-start=')
    expect(inlineScriptHashes(whole)).toEqual(inlineScriptHashes(html))
    expect(inlineScriptHashes(html)).toHaveLength(1)
  })

  test('makes no script of anything but files of the build', () => {
    const foreign = '<script src="https://elsewhere.example/a.js" async=""></script>'
    expect(htmlOf(page(foreign), 'touched')).toBe(page(foreign))
    expect(htmlOf(page(one, foreign), 'touched')).not.toMatch(/data-scripts="[^"]*elsewhere/)
  })

  test('says when they load, with the same hash', () => {
    const painted = htmlOf(page(one), 'painted')
    expect(painted).toContain('<script data-once="painted" data-start=')
    expect(inlineScriptHashes(painted)).toEqual(inlineScriptHashes(htmlOf(page(one), 'touched')))
  })

  test('leaves a page without scripts as it is', () => {
    expect(htmlOf('one', 'touched')).toBe('one')
  })
})
