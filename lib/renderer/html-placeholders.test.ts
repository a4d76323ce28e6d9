import { fillPlaceholders, htmlPlaceholder } from './html-placeholders.ts'
import { runWithRenderContext } from './render-context.ts'

const contextOf = (placeholders?: string[]) => ({
  ...{ requestId: 'r', clientAddress: '127.0.0.1', tags: new Set<string>(), ...(placeholders && { placeholders }) },
})

test('puts each HTML unchanged in the place of its placeholder', () => {
  const kept: string[] = []
  const texts = ['<p>The lamp $& turns $1.</p>', '<p><!--set-aside-1-->A comment is nothing.</p>', '{"a":1}']
  const places = runWithRenderContext(contextOf(kept), () => texts.map(htmlPlaceholder))
  expect(places.join('')).not.toContain('lamp')
  const page = `<main>${places[1]}<hr>${places[0]}</main><i>${places[2]}</i>`
  expect(fillPlaceholders(page, kept)).toBe(`<main>${texts[1]}<hr>${texts[0]}</main><i>${texts[2]}</i>`)
})

test('leaves the placeholders in the data for the browser’s React', () => {
  const kept: string[] = []
  const place = runWithRenderContext(contextOf(kept), () => htmlPlaceholder('<p>The lamp</p>'))
  const data = JSON.stringify({ __html: place }).replaceAll('<', '\\u003c')
  const page = fillPlaceholders(`${place}<script>${data}</script>`, kept)
  expect(page).toBe(`<p>The lamp</p><script>${data}</script>`)
})

test('returns the HTML itself if nothing fills placeholders', () => {
  expect(htmlPlaceholder('<p>The lamp</p>')).toBe('<p>The lamp</p>')
  expect(runWithRenderContext(contextOf(), () => htmlPlaceholder('<p>The lamp</p>'))).toBe('<p>The lamp</p>')
})

test('fails if the placeholder is missing', () => {
  expect(() => fillPlaceholders('<main></main>', ['<p>The lamp</p>'])).toThrow('has lost the placeholder')
})
