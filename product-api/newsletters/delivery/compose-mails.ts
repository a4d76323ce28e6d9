import { inArray, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { readTimes, sqlTime } from '#platform/db/sql-times.ts'
import { type SendRow, sendEditions } from '#platform/db/tables/newsletters.ts'
import { isOneAddress } from '#platform/mail/address.ts'
import type { ReadyMail } from '#platform/mail/bulk/bulk-transport.ts'
import { findPublicText, listMailable, type MailedStory } from '#stories/newsletter-stories.ts'
import { findSendScope, isInAudience, isLive, isSuppressed, isSuspended, uuids } from '../audience/audience.ts'
import type { Claimed } from './claim-batch.ts'
import {
  type ComposeDeps,
  composeEdition,
  composeRecipientMail,
  type EditionMail,
  type Recipient,
} from './compose-edition.ts'

/** A recipient whose email can go out; it is composed when its turn comes. */
export type PreparedMail = { claimed: Claimed; compose: () => Promise<ReadyMail> }
/** A recipient who gets no email, and why. */
export type LeftOut = { claimed: Claimed; state: 'left_out' | 'failed'; reason: LeftOutReason }
type LeftOutReason = 'unsubscribed' | 'paused' | 'suppressed' | 'story_gone' | 'gone' | 'bad_address'

export type MailComposer = (send: SendRow, claimed: readonly Claimed[]) => Promise<(PreparedMail | LeftOut)[]>

const editionsKept = 200

/**
 * Checks again, at the moment of sending, who still wants the email and which of its stories are still public. Composed
 * editions are cached for as long as their stories' versions stay the same.
 */
export function createMailComposer(ctx: Pick<Context, 'db' | 'now'>, deps: ComposeDeps): MailComposer {
  const cache = new LRUCache<string, EditionMail>({ max: editionsKept })

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
    const key = [editionId, ...stories.map(({ id, version }) => `${id} ${version}`)].join()
    const cached = cache.get(key)
    if (cached) return cached
    const content = send.kind === 'story' ? await findPublicText(ctx.db, stories[0]?.id ?? '') : undefined
    const mail = composeEdition(deps.site, { send, editionId, stories, content, now: send.createdAt })
    cache.set(key, mail)
    return mail
  }

  return async (send, claimed) => {
    const recipients = await findRecipients(ctx.db, send, claimed)
    const editions = await editionsOf(send, [...new Set(claimed.map(({ editionId }) => editionId))])
    return claimed.map((one): PreparedMail | LeftOut => {
      const recipient = recipients.get(one.subscriberId)
      const edition = editions.get(one.editionId)
      const reason = reasonToLeaveOut(send, recipient, edition, ctx.now())
      if (reason) return { claimed: one, state: reason === 'bad_address' ? 'failed' : 'left_out', reason }
      const composed = { edition: edition as EditionMail, recipient: recipient as CheckedRecipient, now: ctx.now() }
      return { claimed: one, compose: () => composeRecipientMail(deps, { send, ...composed }) }
    })
  }
}

/** Why a recipient of the snapshot gets no email after all, in the order in which it is decided. */
function reasonToLeaveOut(
  { kind, env }: Pick<SendRow, 'kind' | 'env'>,
  recipient: CheckedRecipient | undefined,
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
type CheckedRecipient = Recipient & {
  pausedUntil: Date | null
  isSuppressed: boolean
  /** They have ended a subscription since the snapshot. */
  hasEndedSomething: boolean
}

/** The recipients by id; deleted subscribers are omitted. */
async function findRecipients(
  db: Db,
  send: SendRow,
  claimed: readonly Claimed[],
): Promise<Map<string, CheckedRecipient>> {
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
  return new Map(readTimes<CheckedRecipient>(rows, 'pausedUntil').map((one) => [one.subscriberId, one]))
}
