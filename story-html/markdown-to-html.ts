import { marked } from 'marked'
import { cleanPasted, plainTextToHtml } from './clean-pasted.ts'

/** Markdown in the form that is stored. */
export function markdownToHtml(markdown: string): string {
  const html = marked.parse(markdown, { async: false, gfm: true })
  return cleanPasted(html)?.html.replace(/<img data-pasted="\d+" \/>/g, '') ?? plainTextToHtml(markdown)
}
