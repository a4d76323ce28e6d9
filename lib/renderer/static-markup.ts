import type { ReactNode } from 'react'
import { renderContext } from './render-context.ts'

/** HTML that React is to leave alone; `place` is set if it is put into the page once React has made it. */
type Written = { html: string; place?: number }

/**
 * Writes elements that no script touches as HTML, and returns a placeholder for it: React writes everything else twice,
 * as HTML and as the data that the browser's React starts from. On a page for one reader alone, where nothing fills
 * placeholders, the HTML itself comes back; nothing where no page is being made.
 *
 * There may be no client components among them and nothing that is awaited: the page fails.
 */
export function writeMarkup(content: ReactNode | { __html: string }): Written | undefined {
  const context = renderContext()
  if (!context?.toMarkup) return undefined
  const html = isHtml(content) ? content.__html : context.toMarkup(content)
  if (!context.placeholders) return { html }
  const place = context.placeholders.push(html) - 1
  return { html: placeholderAt(place), place }
}

function isHtml(content: ReactNode | { __html: string }): content is { __html: string } {
  return typeof content === 'object' && content !== null && '__html' in content
}

// A comment: people's texts contain none, and React escapes `<` in its own texts.
export function placeholderAt(index: number): string {
  return `<!--set-aside-${index}-->`
}
