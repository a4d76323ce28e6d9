import type { Context } from '../context.ts'
import { checkSendingDomain } from './check-sending-domain.ts'
import { bad, type Finding, good, hint } from './finding.ts'

/** Gmail shows no more of a mail's HTML (102 KB). */
const clippedBytes = 102 * 1024
const subjectMost = 70
const wordsLeast = 30

type Checked = { subject: string; html: string; text: string }

/** What a spam filter would say of a mail and of the domain that it comes from. */
export async function checkMail(ctx: Pick<Context, 'newsletters' | 'publicUrl'>, mail: Checked): Promise<Finding[]> {
  return [...checkContent(mail), ...(await checkSendingDomain(ctx))]
}

export function checkContent({ subject, html, text }: Checked): Finding[] {
  const words = text.split(/\s+/).filter(Boolean).length
  const pictures = html.match(/<img\b/gi)?.length ?? 0
  const bytes = Buffer.byteLength(html)
  return [
    bytes > clippedBytes
      ? bad(
          `The HTML has ${kilobytes(bytes)}: Gmail cuts mails off at 102 KB, with the unsubscribe link below the cut.`,
        )
      : good(`The HTML has ${kilobytes(bytes)}; Gmail cuts mails off at 102 KB.`),
    words >= wordsLeast
      ? good('It has a text part that says the same.')
      : bad('The text part is missing or next to empty.'),
    pictures > 0 && words < pictures * wordsLeast
      ? bad('It is mostly pictures: filters take that for hidden text.')
      : good('It is made of words, not of pictures alone.'),
    /unsubscribe/i.test(html) && /unsubscribe/i.test(text)
      ? good('Both parts have a link to unsubscribe, and the headers have one for the mail program’s own button.')
      : bad('A link to unsubscribe is missing.'),
    ...(subject.length > subjectMost
      ? [hint(`The subject has ${subject.length} characters; phones show about 40.`)]
      : []),
    ...(/[A-Z]{5,}.*[A-Z]{5,}|!{2,}|\${2,}/.test(subject) ? [hint('The subject shouts.')] : []),
  ]
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`
}
