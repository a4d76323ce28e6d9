import { escapeHtml } from '#story-html/escape-html.ts'
import { linkAddress } from './check-address.ts'

/**
 * A picture that leads somewhere. Without words of its own the link has no name: only pointers can use it then; readers
 * with a screen reader or a keyboard have the title's link beside it.
 *
 * @param picture its `img`.
 */
export function writePictureLink({ url, alt, picture }: { url: string; alt: string; picture: string }): string {
  const hidden = alt.trim() === '' ? ' aria-hidden="true" tabindex="-1"' : ''
  return `<a href="${escapeHtml(linkAddress(url))}"${hidden} style="text-decoration:none;">${picture}</a>`
}
