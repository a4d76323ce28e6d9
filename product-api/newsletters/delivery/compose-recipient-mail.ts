import { paths } from '#contract/paths.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { domainOf } from '#platform/mail/address.ts'
import type { MailSite } from '#platform/mail/blocks.ts'
import type { ReadyMail } from '#platform/mail/bulk/bulk-transport.ts'
import type { DkimSigner, Header } from '#platform/mail/bulk/sign-dkim.ts'
import { writeHeader, writeMailbox } from '#platform/mail/bulk/write-mime.ts'
import { listId, oneLine } from '#platform/mail/message.ts'
import { describeReasons } from '../audience/describe-send.ts'
import { makeReturnPath } from '../return-path.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { EditionMail } from './compose-edition.ts'
import type { RecipientDetails } from './recipient-repository.ts'

export type ComposeDeps = {
  site: MailSite
  settings: Pick<NewsletterSettings, 'from' | 'bounceAddress'>
  sign: DkimSigner | undefined
}

type Sending = {
  send: Pick<SendRow, 'id' | 'kind' | 'category' | 'frequency' | 'mark' | 'secret' | 'env'>
  edition: EditionMail
  recipient: RecipientDetails
  now: Date
}

/**
 * The raw email of one recipient. The same recipient of the same send always gets the same Message-ID, so that an email
 * app shows it once even if it arrives twice.
 */
export async function composeRecipientMail(deps: ComposeDeps, sending: Sending): Promise<ReadyMail> {
  const { site, settings, sign } = deps
  const { send, edition, recipient } = sending
  const { from, bounceAddress } = settings
  const links = linksOf(site, sending)
  const { body, hash } = edition.body.merge({
    unsubscribe: links.unsubscribe,
    preferences: links.preferences,
    reason: describeReasons(recipient.reasons, site.productName),
  })
  const headers = headersOf(deps, sending, links.button).map(
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
  const subscribe = site.publicUrl + paths.subscribe
  const host = domainOf(from.address)
  const list = send.category ?? send.kind
  return [
    ['From', writeMailbox({ name: oneLine(from.name), address: from.address })],
    ['To', recipient.email],
    ['Subject', oneLine(edition.subject)],
    ['Date', now.toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${send.id}.${recipient.subscriberId}@${host}>`],
    ['List-Unsubscribe', `<${button}>`],
    // Only for an address that accepts a POST (RFC 8058): a page does not.
    ...(button === subscribe ? [] : [['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'] satisfies NamedHeader]),
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
    unsubscribe: `${publicUrl}${paths.unsubscribe(reason.uuid, scope)}`,
    preferences: `${publicUrl}${paths.preferences(reason.uuid)}`,
    button: `${publicUrl}${paths.unsubscribeAtOnce(reason.uuid, scope)}`,
  }
}
