import { Marked } from 'marked'

const marked = new Marked({ gfm: true, async: false })

/** Markdown (GitHub's dialect) as HTML. Raw HTML in it passes: sanitise what comes out. */
export function markdownToHtml(markdown: string): string {
  return marked.parse(markdown) as string
}
