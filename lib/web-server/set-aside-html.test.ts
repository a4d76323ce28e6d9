import { runWithRenderContext } from './render-context.ts'
import { putBackHtml, setAsideHtml } from './set-aside-html.ts'

const contextOf = (setAside?: string[]) => ({
  ...{ requestId: 'r', clientAddress: '127.0.0.1', tags: new Set<string>(), ...(setAside && { setAside }) },
})

test('what is put aside comes back as it is, each at its place', () => {
  const setAside: string[] = []
  const texts = ['<p>The lamp $& turns $1.</p>', '<p><!--set-aside-1-->A comment is nothing.</p>', '{"a":1}']
  const places = runWithRenderContext(contextOf(setAside), () => texts.map(setAsideHtml))
  expect(places.join('')).not.toContain('lamp')
  const page = `<main>${places[1]}<hr>${places[0]}</main><i>${places[2]}</i>`
  expect(putBackHtml(page, setAside)).toBe(`<main>${texts[1]}<hr>${texts[0]}</main><i>${texts[2]}</i>`)
})

test('the data for the browser’s React keeps the places', () => {
  const setAside: string[] = []
  const place = runWithRenderContext(contextOf(setAside), () => setAsideHtml('<p>The lamp</p>'))
  const data = JSON.stringify({ __html: place }).replaceAll('<', '\\u003c')
  const page = putBackHtml(`${place}<script>${data}</script>`, setAside)
  expect(page).toBe(`<p>The lamp</p><script>${data}</script>`)
})

test('stays in place if nothing puts it back', () => {
  expect(setAsideHtml('<p>The lamp</p>')).toBe('<p>The lamp</p>')
  expect(runWithRenderContext(contextOf(), () => setAsideHtml('<p>The lamp</p>'))).toBe('<p>The lamp</p>')
})

test('a page without the place is no page', () => {
  expect(() => putBackHtml('<main></main>', ['<p>The lamp</p>'])).toThrow('has lost the place')
})
