import { paths } from '#contract/paths.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { domainOf } from '#platform/mail/address.ts'
import type { MailSite } from '#platform/mail/blocks.ts'
import type { ReadyMail } from '#platform/mail/bulk/bulk-transport.ts'
import type { DkimSigner, Header } from '#platform/mail/bulk/sign-dkim.ts'
import { type PrecomposedBody, precompose, writeHeader, writeMailbox } from '#platform/mail/bulk/write-mime.ts'
import { composeMail } from '#platform/mail/compose.ts'
import { listId, oneLine } from '#platform/mail/message.ts'
import type { MailedStory } from '#stories/newsletter-stories.ts'
import { digestMail, mailStory, storyMail } from '#subscriptions/newsletter-mail.ts'
import { describeReasons, describeSend, type Reason } from '../audience/describe-send.ts'
import { makeReturnPath } from '../return-path.ts'
import type { NewsletterSettings } from '../settings.ts'
import { storyBeginning } from './story-beginning.ts'

/** The email of an edition, composed once for all recipients who get the same stories. */
export type EditionMail = { subject: string; body: PrecomposedBody; html: string; text: string }

/** Placeholders for each recipient's own values; no other text looks like them. */
export const placeholders = {
  unsubscribe: 'https://mark-7f3a91d2c4.invalid/unsubscribe',
  preferences: 'https://mark-7f3a91d2c4.invalid/preferences',
  reason: 'mark-7f3a91d2c4-reason',
} as const

type Edition = {
  send: Pick<SendRow, 'kind' | 'category' | 'frequency' | 'env'>
  editionId: string
  /** The stories that are public now, in the order of the email; at least one. */
  stories: readonly MailedStory[]
  /** The HTML of the story, if the send is about one. */
  content?: string | undefined
  now: Date
}

export function composeEdition(site: MailSite, { send, editionId, stories, content = '', now }: Edition): EditionMail {
  const { publicUrl, productName } = site
  const { reason, ...own } = placeholders
  const links = { ...own, archive: publicUrl + paths.newsletter(editionId), sudoku: publicUrl + paths.sudoku }
  const mailed = stories.map((story) => mailStory(site, story))
  const [first] = mailed
  if (!first) throw new Error('A mail without a story')
  const { title } = describeSend(send, productName)
  const mail =
    send.kind === 'story'
      ? storyMail(
          site,
          { ...first, beginning: storyBeginning(content, { publicUrl, url: first.url }) },
          { links, reason },
        )
      : digestMail(site, { title, stories: mailed, links, reason, date: now })
  const { subject, html, text } = composeMail(site, mail)
  const prefix = send.env === 'test' ? '[Test] ' : ''
  return { subject: `${prefix}${subject}`, html, text, body: precompose({ html, text }, placeholders) }
}

export type ComposeDeps = {
  site: MailSite
  settings: Pick<NewsletterSettings, 'from' | 'bounceAddress'>
  sign: DkimSigner | undefined
}

/** A recipient, with the live subscriptions that put them into the audience; none if all of those have ended. */
export type Recipient = { subscriberId: string; email: string; reasons: Reason[] }

type Sending = {
  send: Pick<SendRow, 'id' | 'kind' | 'category' | 'mark' | 'secret'>
  edition: EditionMail
  recipient: Recipient
  now: Date
}

/**
 * The raw email of one recipient. The same recipient of the same send always gets the same Message-ID, so that an email
 * app shows it once even if it arrives twice.
 */
export async function composeRecipientMail(deps: ComposeDeps, sending: Sending): Promise<ReadyMail> {
  const { site, sign } = deps
  const { from, bounceAddress } = deps.settings
  const { send, edition, recipient } = sending
  const { button, ...links } = linksOf(site, sending)
  const { body, hash } = edition.body.merge({ ...links, reason: describeReasons(recipient.reasons, site.productName) })
  const headers = headersOf(deps, sending, button).map(
    ([name, value]): Header => ({ name, line: writeHeader(name, value) }),
  )
  const lines = headers.map(({ line }) => line)
  if (sign) lines.unshift(await sign(headers, hash))
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  const { mark, secret } = send
  const returnPath = bounceAddress
    ? makeReturnPath({ address: bounceAddress, mark, secret, subscriberId: recipient.subscriberId })
    : from.address
  return { from: returnPath, to: recipient.email, raw: Buffer.concat([head, body]) }
}

type NamedHeader = [name: string, value: string]

function headersOf(
  { site, settings: { from } }: ComposeDeps,
  { send, edition, recipient, now }: Sending,
  button: string,
): NamedHeader[] {
  const host = domainOf(from.address)
  const list = send.category ?? send.kind
  // Only for an address that accepts a POST (RFC 8058): a page does not.
  const isOneClick = button !== site.publicUrl + paths.subscribe
  return [
    ['From', writeMailbox({ name: oneLine(from.name), address: from.address })],
    ['To', recipient.email],
    ['Subject', oneLine(edition.subject)],
    ['Date', now.toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${send.id}.${recipient.subscriberId}@${host}>`],
    ['List-Unsubscribe', `<${button}>`],
    ...(isOneClick ? [['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'] satisfies NamedHeader] : []),
    ['List-Id', listId(site.productName, list, from)],
    ['Feedback-ID', `${send.mark}:${list}:${send.kind}:${host}`],
    ['Precedence', 'bulk'],
    ['Auto-Submitted', 'auto-generated'],
    ['MIME-Version', '1.0'],
    ['Content-Type', edition.body.contentType],
  ]
}

/** The links of the recipient's first matching subscription; unsubscribing from a digest ends all that come as digests. */
function linksOf({ publicUrl }: MailSite, { send, recipient }: Sending) {
  const [reason] = recipient.reasons
  if (!reason) {
    // A test email to an administrator without subscriptions: the app's button has nothing to end, so it shows all lists.
    const subscribe = publicUrl + paths.subscribe
    return { unsubscribe: subscribe, preferences: subscribe, button: subscribe }
  }
  const scope = send.kind === 'digest' && recipient.reasons.length > 1 ? 'digests' : undefined
  return {
    unsubscribe: publicUrl + paths.unsubscribe(reason.uuid, scope),
    preferences: publicUrl + paths.preferences(reason.uuid),
    button: publicUrl + paths.unsubscribeAtOnce(reason.uuid, scope),
  }
}
