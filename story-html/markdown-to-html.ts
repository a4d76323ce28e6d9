import { marked } from 'marked'
import { cleanPasted } from './clean-pasted.ts'
import { plainTextToHtml } from './pasted-text.ts'

/** Markdown in the form that is stored. */
export function markdownToHtml(markdown: string): string {
  const html = marked.parse(markdown, { async: false, gfm: true })
  return cleanPasted(html)?.html.replace(/<img data-pasted="\d+" \/>/g, '') ?? plainTextToHtml(markdown)
}
