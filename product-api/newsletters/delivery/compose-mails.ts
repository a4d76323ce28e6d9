import { inArray, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { paths } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { readTimes, sqlTime } from '#platform/db/sql-times.ts'
import { type SendRow, sendEditions } from '#platform/db/tables/newsletters.ts'
import { domainOf, isOneAddress, type MailAddress } from '#platform/mail/address.ts'
import type { MailSite } from '#platform/mail/blocks.ts'
import type { ReadyMail } from '#platform/mail/bulk/bulk-transport.ts'
import type { DkimSigner, Header } from '#platform/mail/bulk/sign-dkim.ts'
import { type PrecomposedBody, precompose, writeHeader, writeMailbox } from '#platform/mail/bulk/write-mime.ts'
import { listId, oneLine } from '#platform/mail/message.ts'
import { findReplyAddress, findTextToMail, listMailable, type MailedStory } from '#stories/newsletter-stories.ts'
import { findSendScope, isInAudience, isLive, isSuppressed, isSuspended, uuids } from '../audience/audience.ts'
import { describeReasons, type Reason } from '../audience/describe-send.ts'
import { makeReturnPath } from '../return-path.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { Claimed } from './claim-batch.ts'
import { authorOf, composeEdition, placeholders, senderOf } from './compose-edition.ts'

/** A recipient whose email can go out; it is composed when its turn comes. */
export type PreparedMail = { claimed: Claimed; compose: () => Promise<ReadyMail> }
/** A recipient who gets no email, and why. */
export type LeftOut = { claimed: Claimed; state: 'left_out' | 'failed'; reason: LeftOutReason }
type LeftOutReason = 'unsubscribed' | 'paused' | 'suppressed' | 'story_gone' | 'gone' | 'bad_address'

export type MailComposer = (send: SendRow, claimed: readonly Claimed[]) => Promise<(PreparedMail | LeftOut)[]>

type ComposeDeps = {
  site: MailSite
  settings: Pick<NewsletterSettings, 'from' | 'bounceAddress'>
  sign: DkimSigner | undefined
}

/** How much of composed editions is cached, whatever is sent at once. */
const cachedBytesMost = 32 * 1024 * 1024

/**
 * Checks again, at the moment of sending, who still wants the email and which of its stories are still public. Composed
 * editions are cached for as long as their stories' versions stay the same: whoever is sent a story after a change gets
 * it with the change.
 */
export function createMailComposer(ctx: Pick<Context, 'db' | 'now'>, deps: ComposeDeps): MailComposer {
  const cache = new LRUCache<string, Pick<EditionMail, 'subject' | 'body'>>({
    maxSize: cachedBytesMost,
    sizeCalculation: ({ body }) => body.bytes,
  })

  async function editionsOf(send: SendRow, ids: string[]): Promise<Map<string, EditionMail | undefined>> {
    const editions = await ctx.db.select().from(sendEditions).where(inArray(sendEditions.id, ids))
    const all = [...new Set(editions.flatMap(({ stories }) => stories))]
    const mailable = new Map((await listMailable(ctx.db, all)).map((story) => [story.id, story]))
    const mails = new Map<string, EditionMail | undefined>()
    for (const { id, stories } of editions) {
      const shown = stories.flatMap((story) => mailable.get(story) ?? [])
      mails.set(id, shown.length > 0 ? await mailOf(send, id, shown) : undefined)
    }
    return mails
  }

  async function mailOf(send: SendRow, editionId: string, stories: MailedStory[]): Promise<EditionMail> {
    const [first] = stories
    const about = send.kind === 'story' ? first : undefined
    const author = about && authorOf(about)
    const replyTo = about?.authorId ? await findReplyAddress(ctx.db, about.authorId) : undefined
    const headers = {
      from: senderOf(deps.settings.from, author, deps.site.productName),
      ...(replyTo && { replyTo: { name: author ?? '', address: replyTo } }),
    }
    const key = [editionId, ...stories.map(({ id, version }) => `${id} ${version}`)].join()
    const cached = cache.get(key)
    if (cached) return { ...cached, ...headers }
    const text = about && (await findTextToMail(ctx.db, about.id))
    const { subject, ...parts } = composeEdition(deps.site, { send, editionId, stories, text, now: send.createdAt })
    const mail = { subject, body: precompose(parts, placeholders) }
    cache.set(key, mail)
    // Not cached: an author may stop taking replies while the send goes on.
    return { ...mail, ...headers }
  }

  return async (send, claimed) => {
    const recipients = await findRecipients(ctx.db, send, claimed)
    const editions = await editionsOf(send, [...new Set(claimed.map(({ editionId }) => editionId))])
    return claimed.map((one): PreparedMail | LeftOut => {
      const recipient = recipients.get(one.subscriberId)
      const edition = editions.get(one.editionId)
      const reason = reasonToLeaveOut(send, recipient, edition, ctx.now())
      if (reason) return { claimed: one, state: reason === 'bad_address' ? 'failed' : 'left_out', reason }
      const composed = { edition: edition as EditionMail, recipient: recipient as Recipient, now: ctx.now() }
      return { claimed: one, compose: () => composeRecipientMail(deps, { send, ...composed }) }
    })
  }
}

/** Why a recipient of the snapshot gets no email after all, in the order in which it is decided. */
function reasonToLeaveOut(
  { kind, env }: Pick<SendRow, 'kind' | 'env'>,
  recipient: Recipient | undefined,
  edition: EditionMail | undefined,
  now: Date,
): LeftOutReason | undefined {
  if (!recipient) return 'gone'
  if (!isOneAddress(recipient.email)) return 'bad_address'
  if (!edition) return 'story_gone'
  if (env === 'test') return undefined
  // A digest written down before they ended a subscription may contain its stories; the next digest will not.
  if (recipient.reasons.length === 0 || (kind === 'digest' && recipient.hasEndedSomething)) return 'unsubscribed'
  if (recipient.pausedUntil && recipient.pausedUntil > now) return 'paused'
  return recipient.isSuppressed ? 'suppressed' : undefined
}

/** A recipient at the moment of sending. */
type Recipient = {
  subscriberId: string
  email: string
  /** The live subscriptions that put them into the audience; none if all of those have ended. */
  reasons: Reason[]
  pausedUntil: Date | null
  isSuppressed: boolean
  /** They have ended a subscription since the snapshot. */
  hasEndedSomething: boolean
}

/** The recipients by id; deleted subscribers are omitted. */
async function findRecipients(db: Db, send: SendRow, claimed: readonly Claimed[]): Promise<Map<string, Recipient>> {
  const about = await findSendScope(db, send)
  const ids = claimed.map(({ subscriberId }) => subscriberId)
  const { rows } = await db.execute(sql`
    select s.id as "subscriberId", s.email, s.paused_until as "pausedUntil",
      ${isSuppressed} or ${isSuspended} as "isSuppressed",
      exists (select from subscriptions e where e.subscriber_id = s.id
        and e.ended_at >= ${sqlTime(send.createdAt)}) as "hasEndedSomething",
      coalesce((
        select jsonb_agg(jsonb_build_object('uuid', sub.uuid, 'category', sub.category,
          'publicationName', p.name, 'authorName', u.name) order by sub.id)
        from subscriptions sub left join publications p on p.id = sub.publication_id
          left join users u on u.id = sub.author_id
        where sub.subscriber_id = s.id and ${isLive} and ${isInAudience(about)}), '[]'::jsonb) as reasons
    from subscribers s where s.id = any(${uuids(ids)})`)
  return new Map(readTimes<Recipient>(rows, 'pausedUntil').map((one) => [one.subscriberId, one]))
}

/** The email of an edition, composed once for all recipients who get the same stories. */
type EditionMail = { subject: string; body: PrecomposedBody; from: MailAddress; replyTo?: MailAddress }

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
async function composeRecipientMail(deps: ComposeDeps, sending: Sending): Promise<ReadyMail> {
  const { site, sign } = deps
  const { from, bounceAddress } = deps.settings
  const { send, edition, recipient } = sending
  const { button, ...links } = linksOf(site, sending)
  const { body, hash } = edition.body.merge({ ...links, reason: describeReasons(recipient.reasons, site) })
  const headers = headersOf(deps, sending, button).map(
    ([name, value]): Header => ({ name, line: writeHeader(name, value) }),
  )
  const lines = headers.map(({ line }) => line)
  if (sign) lines.unshift(await sign(headers, hash()))
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  const { mark, secret } = send
  const returnPath = bounceAddress
    ? makeReturnPath({ address: bounceAddress, mark, secret, subscriberId: recipient.subscriberId })
    : from.address
  return { from: returnPath, to: recipient.email, raw: Buffer.concat([head, ...body]) }
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
    ['From', mailbox(edition.from)],
    ...(edition.replyTo ? [['Reply-To', mailbox(edition.replyTo)] satisfies NamedHeader] : []),
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

function mailbox({ name, address }: MailAddress): string {
  return writeMailbox({ name: oneLine(name), address })
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
