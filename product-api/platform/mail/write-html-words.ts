import { escapeHtml } from '#story-html/escape-html.ts'
import type { Run, Words } from './blocks.ts'
import { linkAddress } from './check-address.ts'

export const serif = "Georgia, 'Times New Roman', serif"
export const sans = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

export const bodyText = `font:16px/26px ${sans};color:#1D1B16;`
export const smallText = `font:13px/20px ${sans};color:#57534A;`

export function writeWords(words: Words): string {
  return typeof words === 'string' ? writePlain(words) : words.map(writeRun).join('')
}

export function writeRun(run: string | Run): string {
  if (typeof run === 'string') return writePlain(run)
  const { text, url, isStrong, isEmphasised } = run
  let html = writePlain(text)
  if (isStrong) html = `<strong>${html}</strong>`
  if (isEmphasised) html = `<em>${html}</em>`
  if (url === undefined) return html
  // An address as link text has no space to break at.
  const breaks = text === url ? 'word-break:break-all;' : ''
  return `<a class="link" href="${escapeHtml(linkAddress(url))}" style="color:#1B5E8A;${breaks}">${html}</a>`
}

/** Keeps line breaks, as in a poem. */
function writePlain(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n')
}

/**
 * A picture as a link. Without alternative text the link has no accessible name, so it is hidden from screen readers
 * and the keyboard: the title beside it is the same link.
 *
 * @param picture its `img`.
 */
export function writePictureLink({ url, alt, picture }: { url: string; alt: string; picture: string }): string {
  const hidden = alt.trim() === '' ? ' aria-hidden="true" tabindex="-1"' : ''
  return `<a href="${escapeHtml(linkAddress(url))}"${hidden} style="text-decoration:none;">${picture}</a>`
}
