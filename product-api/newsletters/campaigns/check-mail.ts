import type { MailFinding } from '#contract/sends.ts'
import type { Context } from '#platform/context.ts'
import { checkSendingDomain } from '../check-sending-domain.ts'

/** Gmail shows no more of an email's HTML (102 KB). */
const clippedBytes = 102 * 1024
const subjectMost = 70
const wordsLeast = 30

type Checked = { subject: string; html: string; text: string }

/** Checks an email and its sending domain the way a spam filter would. */
export async function checkMail(
  ctx: Pick<Context, 'newsletters' | 'publicUrl'>,
  mail: Checked,
): Promise<MailFinding[]> {
  const domain = (await checkSendingDomain(ctx)).map(({ level, what }) => ({ level, what }))
  return [...checkContent(mail), ...domain]
}

export function checkContent({ subject, html, text }: Checked): MailFinding[] {
  const words = text.split(/\s+/).filter(Boolean).length
  const pictures = html.match(/<img\b/gi)?.length ?? 0
  const bytes = Buffer.byteLength(html)
  return [
    bytes > clippedBytes
      ? bad(
          `The HTML has ${kilobytes(bytes)}: Gmail clips emails at 102 KB, and the unsubscribe link is below that point.`,
        )
      : good(`The HTML has ${kilobytes(bytes)}; Gmail clips emails at 102 KB.`),
    words >= wordsLeast
      ? good('It has a plain-text part with the same content.')
      : bad('The plain-text part is missing or nearly empty.'),
    pictures > 0 && words < pictures * wordsLeast
      ? bad('It’s mostly pictures, which spam filters distrust.')
      : good('It has enough words for its pictures.'),
    /unsubscribe/i.test(html) && /unsubscribe/i.test(text)
      ? good('Both parts have an unsubscribe link, and the headers have one for the email app’s own button.')
      : bad('An unsubscribe link is missing.'),
    ...(subject.length > subjectMost
      ? [hint(`The subject has ${subject.length} characters; phones show about 40.`)]
      : []),
    ...loudness.filter(([pattern]) => pattern.test(subject)).map(([, what]) => hint(what)),
  ]
}

const loudness = [
  [/\p{Lu}{5,}.*\p{Lu}{5,}/u, 'The subject has words in capitals, which spam filters distrust.'],
  [/!{2,}/, 'The subject has several exclamation marks in a row, which spam filters distrust.'],
  [/\${2,}/, 'The subject has several dollar signs in a row, which spam filters distrust.'],
] as const

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`
}

const good = (what: string): MailFinding => ({ level: 'good', what })
const hint = (what: string): MailFinding => ({ level: 'hint', what })
const bad = (what: string): MailFinding => ({ level: 'bad', what })
