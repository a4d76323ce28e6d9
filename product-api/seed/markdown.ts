import { Marked } from 'marked'

const marked = new Marked({ gfm: true, async: false })

/**
 * Markdown (GitHub's dialect) as HTML, of our own files only: hostile Markdown of a few pages holds up marked for seconds.
 * Raw HTML in it passes: sanitise what comes out.
 */
export function markdownToHtml(markdown: string): string {
  return marked.parse(markdown) as string
}
