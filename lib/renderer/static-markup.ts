import { renderContext } from './render-context.ts'

/**
 * Returns a placeholder for finished HTML, for `dangerouslySetInnerHTML`, and remembers the HTML until the page is
 * rendered. React would write it twice into the page: once as HTML and once, escaped, into the data that the browser's
 * React starts from. On a page for one reader alone, where nothing fills placeholders, it returns the HTML itself.
 */
export function htmlPlaceholder(html: string): string {
  const placeholders = renderContext()?.placeholders
  return placeholders ? placeholderAt(placeholders.push(html) - 1) : html
}

// A comment: people's texts contain none, and React escapes `<` in its own texts.
export function placeholderAt(index: number): string {
  return `<!--set-aside-${index}-->`
}
