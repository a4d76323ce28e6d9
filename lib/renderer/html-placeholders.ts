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

/**
 * Replaces every placeholder in the page by its HTML. In React's data they stay: `<` is escaped there.
 * @throws Error if a placeholder is missing from the page: half a story is worse than none.
 */
export function fillPlaceholders(page: string, placeholders: readonly string[]): string {
  let filled = 0
  const whole = page.replace(anyPlaceholder, (placeholder, index) => {
    const html = placeholders[Number(index)]
    if (html === undefined) return placeholder
    filled++
    return html
  })
  if (filled !== placeholders.length) throw new Error('A page has lost the placeholder of some HTML')
  return whole
}

const anyPlaceholder = /<!--set-aside-(\d+)-->/g

// A comment: people's texts contain none, and React escapes `<` in its own texts.
function placeholderAt(index: number): string {
  return `<!--set-aside-${index}-->`
}
