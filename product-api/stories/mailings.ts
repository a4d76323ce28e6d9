import { findUserForUpdate } from '#accounts/users.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { MailingRow } from '#platform/db/tables/newsletters.ts'
import * as repository from './mailing-repository.ts'
import { findStanding, provenStories, type Standing } from './mailing-repository.ts'

/** The audience of a story that is published with 'Send Newsletter', and the reason if it is not everyone. */
export type Reach = { to: 'everyone' | 'followers' | 'nobody'; reason: MailingRow['reason'] }

type Story = { id: string; authorId: string | null; category: string }

/**
 * Decides who gets a story that is published with 'Send Newsletter', and enqueues the emails. An earlier decision stays,
 * unless it was a refusal. Locks the author, so that of two stories published at the same time only one is the day's.
 */
export async function requestMailing(ctx: Pick<Context, 'now' | 'queue'>, tx: Db, story: Story): Promise<void> {
  const before = await repository.findMailingForUpdate(tx, story.id)
  const mailing = before && before.state !== 'refused' ? before : await decide(ctx, tx, story)
  if (mailing.state !== 'refused') await ctx.queue.enqueue(tx, 'announce-story', { contentId: story.id })
}

/**
 * Decides again when the emails are sent, because the author may have been suspended since, or a new day may have begun.
 * An administrator's decision stays.
 */
export async function confirmMailing(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  story: Story,
): Promise<Pick<MailingRow, 'state' | 'decidedAt'>> {
  const before = await repository.findMailingForUpdate(tx, story.id)
  const { to } = await lockReach(tx, story.authorId, { except: story.id, now: ctx.now() })
  if (before?.decidedAt) return to === 'nobody' ? { ...before, state: 'refused' } : before
  return before?.state === 'held' && to !== 'nobody' ? before : decide(ctx, tx, story)
}

/** The audience that a story would have if it were published now; `story`: its id, if it has been saved. */
export async function foreseeReach(
  { db, now }: Pick<Context, 'db' | 'now'>,
  authorId: string | null,
  story: string | undefined,
): Promise<Reach> {
  const standing = authorId ? await findStanding(db, authorId, { except: story, now: now() }) : undefined
  return reachOf(standing)
}

/** The day that counts for one story a day, e.g. `2026-11-23` (UTC). */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

const stateOf = { everyone: 'sent', followers: 'held', nobody: 'refused' } as const satisfies Record<
  Reach['to'],
  MailingRow['state']
>

async function decide(ctx: Pick<Context, 'now'>, tx: Db, { id, authorId, category }: Story) {
  const now = ctx.now()
  const { to, reason } = await lockReach(tx, authorId, { except: id, now })
  const mailing = { state: stateOf[to], decidedAt: null }
  const mailedOn = to === 'everyone' ? dayOf(now) : null
  await repository.putMailing(tx, {
    ...{ contentId: id, authorId, category, reason, mailedOn, createdAt: now, decidedBy: null },
    ...mailing,
  })
  return mailing
}

/** Locks the author until the transaction ends. */
async function lockReach(tx: Db, authorId: string | null, about: { except: string; now: Date }): Promise<Reach> {
  const author = authorId ? await findUserForUpdate(tx, authorId) : undefined
  return reachOf(author && (await findStanding(tx, author.id, about)))
}

/** Decides whom an author may email now (docs/decisions/038-who-may-mail-whom.md). */
function reachOf(author: Standing | undefined): Reach {
  if (!author) return { to: 'nobody', reason: 'no_author' }
  if (author.isSuspended) return { to: 'nobody', reason: 'suspended' }
  if (!author.isProven) return { to: 'nobody', reason: 'unproven' }
  const isTrusted = author.isAdmin || author.isApproved || author.storiesForAWeek >= provenStories
  if (!isTrusted) return { to: 'followers', reason: 'new_author' }
  return author.hasMailedToday ? { to: 'followers', reason: 'one_a_day' } : { to: 'everyone', reason: null }
}
