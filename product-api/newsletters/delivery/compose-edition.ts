import { randomBytes } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import type { MailAddress } from '#platform/mail/address.ts'
import type { MailSite } from '#platform/mail/blocks.ts'
import { composeMail } from '#platform/mail/compose.ts'
import type { MailedStory, TextToMail } from '#stories/newsletter-stories.ts'
import { type WrittenStory, writeStoryForMail } from '#story-html/mail-html.ts'
import { digestMail, lineAtMost, type MailStory, mailStory, storyMail } from '#subscriptions/newsletter-mail.ts'
import { describeReasons, describeSend, type Reason } from '../audience/describe-send.ts'

/** Unguessable: a story that had the word could have a recipient's own links written into its text. */
const mark = `mark-${randomBytes(12).toString('hex')}`

/** Placeholders for each recipient's own values; no other text looks like them. */
export const placeholders = {
  unsubscribe: `https://${mark}.invalid/unsubscribe`,
  preferences: `https://${mark}.invalid/preferences`,
  reason: `${mark}-reason`,
} as const

/** Gmail shows 102 KB of an email's HTML: what is longer is cut, so that its end with the links below is seen. */
const htmlBytesMost = 95 * 1024
/** For a recipient's own links and reason. */
const ownBytesMost = 2 * 1024

type Edition = {
  send: Pick<SendRow, 'kind' | 'category' | 'frequency' | 'env'>
  editionId: string
  /** The stories that are public now, in the order of the email; at least one. */
  stories: readonly MailedStory[]
  /** The story's text, if the send is about one. */
  text?: TextToMail | undefined
  now: Date
}

/** The email of an edition, with placeholders for what differs between its recipients. */
export function composeEdition(site: MailSite, edition: Edition): { subject: string; html: string; text: string } {
  const { send, stories, now } = edition
  const mailed = stories.map((story) => mailStory(site, story))
  const [first] = mailed
  if (!first) throw new Error('A mail without a story')
  const below = belowOf(site, edition)
  const { title } = describeSend(send, site)
  const mail =
    send.kind === 'story'
      ? composeStory(site, first, { ...below, text: edition.text })
      : composeMail(site, digestMail(site, { ...below, title, stories: mailed, date: now }))
  return send.env === 'test' ? { ...mail, subject: `[Test] ${mail.subject}` } : mail
}

/** The same as people see it before it is sent, without anyone's own links. */
export function previewEdition(site: MailSite, edition: Omit<Edition, 'editionId'>, reason: Reason) {
  const { publicUrl } = site
  const mail = composeEdition(site, { ...edition, editionId: 'preview' })
  const shown = (part: string) =>
    part
      .replaceAll(placeholders.reason, describeReasons([reason], site))
      .replaceAll(placeholders.unsubscribe, `${publicUrl}/subscription/unsubscribe/…`)
      .replaceAll(placeholders.preferences, `${publicUrl}/subscription/preferences/…`)
  return { subject: mail.subject, html: shown(mail.html), text: shown(mail.text) }
}

function belowOf({ publicUrl }: MailSite, { editionId }: Edition) {
  const { reason, ...own } = placeholders
  const links = { ...own, archive: publicUrl + paths.newsletter(editionId), sudoku: publicUrl + paths.sudoku }
  return { links, reason }
}

/** The story's text gets what the rest of the email leaves of the HTML's limit. */
function composeStory(
  site: MailSite,
  story: MailStory,
  { text, ...below }: ReturnType<typeof belowOf> & Pick<Edition, 'text'>,
) {
  const { content = '', emailSubject: subject, emailPreview: preview } = text ?? {}
  const composeWith = (written: WrittenStory) =>
    composeMail(site, storyMail(site, story, { ...below, subject, preview, text: written }))
  const rest = Buffer.byteLength(composeWith({ html: '', text: '', isCut: true }).html)
  const bytesMost = htmlBytesMost - ownBytesMost - rest
  return composeWith(writeStoryForMail(content, { publicUrl: site.publicUrl, url: story.url, bytesMost }))
}

const authorMost = 60

/** The author's name as a header of an email may have it; undefined if there is none. */
export function authorOf({ authorName, accountName }: Pick<MailedStory, 'authorName' | 'accountName'>) {
  // A name that looks like an address would be read as the sender's.
  return lineAtMost((authorName ?? accountName ?? '').replaceAll('@', ' at '), authorMost) || undefined
}

/** The sender of a newsletter: for an author's story `Ada Ferrante via Bytewise`, always at the site's own address. */
export function senderOf(from: MailAddress, author: string | undefined, productName: string): MailAddress {
  const site = from.name || productName
  return author && author !== site ? { name: `${author} via ${site}`, address: from.address } : from
}
