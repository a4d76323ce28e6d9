import { Parser } from 'htmlparser2'

/** An email as read back from what a mail server received. */
export type ReadMail = {
  /** On the envelope. */
  recipients: string[]
  /** In the header. */
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

type Part = Pick<ReadMail, 'html' | 'text'>

/** Faults that no email of ours may have, a line each; empty for a sound one. */
export function mailFaults(mail: ReadMail, siteUrl: string): string[] {
  const { recipients, to, subject, text, html, headers } = mail
  return [
    ...(recipients.length === 1 && to.join() === recipients[0] ? [] : [`goes to ${recipients}, says to ${to}`]),
    ...(headers['auto-submitted'] === 'auto-generated' ? [] : ['would be answered by programs']),
    ...Object.entries({ subject, text, html }).flatMap(([name, part]) =>
      part.trim() ? leftIn(name, part) : [`no ${name}`],
    ),
    ...linkFaults(mail, siteUrl),
  ]
}

/** The addresses in an email's parts, each once: links and pictures of the HTML, and those in the text. */
export function addressesIn({ html, text }: Part): { links: string[]; pictures: string[]; inText: string[] } {
  const links = new Set<string>()
  const pictures = new Set<string>()
  const parser = new Parser({
    onopentag(name, { href, src }) {
      if (name === 'a') links.add(href ?? '')
      if (name === 'img') pictures.add(src ?? '')
    },
  })
  parser.end(html)
  const inText = new Set(Array.from(text.matchAll(/https?:\/\/[^\s()<>]+/g), ([url]) => url))
  return { links: [...links], pictures: [...pictures], inText: [...inText] }
}

/** Placeholders that were not replaced, or were replaced by an empty value. */
function leftIn(name: string, part: string): string[] {
  return (part.match(/undefined|\[object|Invalid Date|\bNaN\b|mark-[0-9a-f]{6,}|\{\{|\.invalid/g) ?? []).map(
    (found) => `“${found}” in the ${name}`,
  )
}

/** Both parts lead to the same places, all of them ours; only the HTML to who wrote the stories of a list. */
function linkFaults(mail: Part, siteUrl: string): string[] {
  const { links, pictures, inText } = addressesIn(mail)
  const isOurs = (url: string) => url === siteUrl || url.startsWith(`${siteUrl}/`)
  return [
    ...links.filter((url) => !isOurs(url) && !url.startsWith('mailto:')).map((url) => `leads elsewhere: ${url}`),
    ...pictures.filter((url) => !isOurs(url)).map((url) => `loads from elsewhere: ${url}`),
    ...inText.filter((url) => !links.includes(url)).map((url) => `only in the text: ${url}`),
    ...links.filter((url) => !isInText(url, mail.text, inText)).map((url) => `only in the HTML: ${url}`),
  ]
}

function isInText(url: string, text: string, inText: string[]): boolean {
  if (url.startsWith('mailto:')) return text.includes(url.slice('mailto:'.length))
  return inText.includes(url) || new URL(url).pathname.startsWith('/profile/')
}
