import { inlineScriptHashes } from '#lib/security-headers.ts'
import { withDeferredScripts } from './defer-scripts.ts'

const one = '<script src="/_next/static/chunks/one.js" async=""></script>'
const two = '<script src="/_next/static/chunks/two.js" async=""></script>'
const theme = '<script src="/theme.js"></script>'
const page = (head: string, body = '') => `<html><head>${head}</head><body><main>${body}</main></body></html>`

describe('withDeferredScripts', () => {
  test('leaves no script and no preload of Next’s client, and names their files in order', () => {
    const preload = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/two.js"/>'
    const html = withDeferredScripts(page(preload + one + theme) + two, 'touched')
    expect(html).not.toContain('<script src="/_next')
    expect(html).not.toContain('as="script"')
    expect(html).toContain('data-scripts="/_next/static/chunks/one.js /_next/static/chunks/two.js"')
  })

  test('leaves styles, fonts and the script for the theme, and comes after that', () => {
    const kept = '<link rel="stylesheet" href="/a.css"/><link rel="preload" as="font" href="/a.woff2"/>'
    const html = withDeferredScripts(page(kept + one + theme), 'touched')
    expect(html).toContain(`<head>${kept}${theme}<script data-once="touched" data-scripts=`)
  })

  test('needs one hash, the same for every page', () => {
    const hashes = inlineScriptHashes(withDeferredScripts(page(one), 'touched'))
    expect(hashes).toHaveLength(1)
    expect(inlineScriptHashes(withDeferredScripts(page(one + two), 'touched'))).toEqual(hashes)
  })

  test('brings no comment into the page', () => {
    expect(withDeferredScripts(page(one), 'touched')).not.toMatch(/\/\*\*|^\s*\/\/ /m)
  })

  test('turns React’s start data into JSON, which nothing runs and no hash allows', () => {
    const data = String.raw`[1,"1:\"$Sreact.fragment\"\n2:\u003cp\u003e"]`
    const html = withDeferredScripts(`${page(one)}<script>self.__next_f.push(${data})</script>`, 'touched')
    const [, kept = ''] = html.match(/<script type="application\/json" class="start-data">(.*?)<\/script>/) ?? []
    expect(JSON.parse(kept)).toEqual(JSON.parse(data))
    expect(inlineScriptHashes(html)).toHaveLength(1)
  })

  test('makes no script of anything but files of the build', () => {
    const foreign = '<script src="https://elsewhere.example/a.js" async=""></script>'
    expect(withDeferredScripts(page(foreign), 'touched')).toBe(page(foreign))
    expect(withDeferredScripts(page(one, foreign), 'touched')).not.toMatch(/data-scripts="[^"]*elsewhere/)
  })

  test('says when they load, with the same hash', () => {
    const painted = withDeferredScripts(page(one), 'painted')
    expect(painted).toContain('<script data-once="painted" data-scripts=')
    expect(inlineScriptHashes(painted)).toEqual(inlineScriptHashes(withDeferredScripts(page(one), 'touched')))
  })

  test('leaves a page without scripts as it is', () => {
    expect(withDeferredScripts('one', 'touched')).toBe('one')
  })
})
