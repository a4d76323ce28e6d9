import { htmlPlaceholder } from './html-placeholders.ts'
import { runWithRenderContext } from './render-context.ts'

test('returns the HTML itself if nothing fills placeholders', () => {
  expect(htmlPlaceholder('<p>The lamp</p>')).toBe('<p>The lamp</p>')
  const context = { requestId: 'r', clientAddress: '127.0.0.1', tags: new Set<string>() }
  expect(runWithRenderContext(context, () => htmlPlaceholder('<p>The lamp</p>'))).toBe('<p>The lamp</p>')
})
