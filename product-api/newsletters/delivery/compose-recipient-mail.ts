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
import type { Addressee } from './recipient-repository.ts'

export type ComposeDeps = {
  site: MailSite
  settings: Pick<NewsletterSettings, 'from' | 'bounceAddress'>
  sign: DkimSigner | undefined
}

type Sending = {
  send: Pick<SendRow, 'id' | 'kind' | 'category' | 'frequency' | 'mark' | 'secret' | 'env'>
  edition: EditionMail
  addressee: Addressee
  now: Date
}

/**
 * The email of one recipient as it goes over the line. The same recipient of the same send always has the same
 * Message-ID: an email app shows one that came twice once.
 */
export async function composeRecipientMail(deps: ComposeDeps, sending: Sending): Promise<ReadyMail> {
  const { site, settings, sign } = deps
  const { send, edition, addressee } = sending
  const { from, bounceAddress } = settings
  const links = linksOf(site, sending)
  const { body, hash } = edition.body.merge({
    unsubscribe: links.unsubscribe,
    preferences: links.preferences,
    reason: describeReasons(addressee.reasons, site.productName),
  })
  const headers = headersOf(deps, sending, links.button).map(
    ([name, value]): Header => ({ name, line: writeHeader(name, value) }),
  )
  const lines = headers.map(({ line }) => line)
  if (sign) lines.unshift(await sign(headers, hash))
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  const { mark, secret } = send
  const returnPath = bounceAddress
    ? makeReturnPath({ address: bounceAddress, mark, secret, subscriberId: addressee.subscriberId })
    : from.address
  return { from: returnPath, to: addressee.email, raw: Buffer.concat([head, body]) }
}

type NamedHeader = [name: string, value: string]

function headersOf(
  { site, settings: { from } }: ComposeDeps,
  { send, edition, addressee, now }: Sending,
  button: string,
): NamedHeader[] {
  const subscribe = site.publicUrl + paths.subscribe
  const host = domainOf(from.address)
  const list = send.category ?? send.kind
  return [
    ['From', writeMailbox({ name: oneLine(from.name), address: from.address })],
    ['To', addressee.email],
    ['Subject', oneLine(edition.subject)],
    ['Date', now.toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${send.id}.${addressee.subscriberId}@${host}>`],
    ['List-Unsubscribe', `<${button}>`],
    // Only an address that takes one (RFC 8058): a page does not.
    ...(button === subscribe ? [] : [['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'] satisfies NamedHeader]),
    ['List-Id', listId(site.productName, list, from)],
    ['Feedback-ID', `${send.mark}:${list}:${send.kind}:${host}`],
    ['Precedence', 'bulk'],
    ['Auto-Submitted', 'auto-generated'],
    ['MIME-Version', '1.0'],
    ['Content-Type', edition.body.contentType],
  ]
}

/** By the subscription that the email came by; a digest ends with everything that comes as one. */
function linksOf({ publicUrl }: MailSite, { send, addressee }: Sending) {
  const [reason] = addressee.reasons
  if (!reason) {
    // A test to a person who is subscribed to nothing: their app's button has nothing to end, and leads to all lists.
    const subscribe = publicUrl + paths.subscribe
    return { unsubscribe: subscribe, preferences: subscribe, button: subscribe }
  }
  const scope = send.kind === 'digest' && addressee.reasons.length > 1 ? 'digests' : undefined
  return {
    unsubscribe: `${publicUrl}${paths.unsubscribe(reason.uuid, scope)}`,
    preferences: `${publicUrl}${paths.preferences(reason.uuid)}`,
    button: `${publicUrl}${paths.unsubscribeAtOnce(reason.uuid, scope)}`,
  }
}
