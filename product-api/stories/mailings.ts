import { findUserForUpdate } from '#accounts/users.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { MailingRow } from '#platform/db/tables/newsletters.ts'
import { findStanding } from './author-standing-repository.ts'
import * as repository from './mailings/mailing-repository.ts'
import { type Reach, reachOf } from './mailings/policy.ts'

// The face of this room: other rooms know no repository of it.
export {
  deleteUndecided,
  findMailing,
  findMailingForUpdate,
  holdAgain,
  markMailing,
} from './mailings/mailing-repository.ts'
export type { Reach } from './mailings/policy.ts'

type Story = { id: string; authorId: string | null; category: string }

/**
 * Records to whom a story goes that its writer publishes with 'Send Newsletter', and has it emailed. What was decided
 * before stays, unless it was that nobody gets it. Locks the author: of two stories at the same time one is the day's.
 */
export async function requestMailing(ctx: Pick<Context, 'now' | 'queue'>, tx: Db, story: Story): Promise<void> {
  const before = await repository.findMailingForUpdate(tx, story.id)
  const mailing = before && before.state !== 'refused' ? before : await decide(ctx, tx, story)
  if (mailing.state !== 'refused') await ctx.queue.enqueue(tx, 'announce-story', { contentId: story.id })
}

/**
 * Decides again in the moment of sending, because the author may have been suspended since, or a new day begun. What an
 * administrator has decided stays.
 */
export async function confirmMailing(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  story: Story,
): Promise<Pick<MailingRow, 'state' | 'decidedAt'>> {
  const before = await repository.findMailingForUpdate(tx, story.id)
  const { to } = await holdReach(tx, story.authorId, { except: story.id, now: ctx.now() })
  if (before?.decidedAt) return to === 'nobody' ? { ...before, state: 'refused' } : before
  return before?.state === 'held' && to !== 'nobody' ? before : decide(ctx, tx, story)
}

/** To whom a story would go if it were published now; `story`: if it has been saved. */
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
  const { to, reason } = await holdReach(tx, authorId, { except: id, now })
  const mailing = { state: stateOf[to], decidedAt: null }
  const mailedOn = to === 'everyone' ? dayOf(now) : null
  await repository.putMailing(tx, {
    ...{ contentId: id, authorId, category, reason, mailedOn, createdAt: now, decidedBy: null },
    ...mailing,
  })
  return mailing
}

/** Holds the author until the transaction ends. */
async function holdReach(tx: Db, authorId: string | null, about: { except: string; now: Date }): Promise<Reach> {
  const author = authorId ? await findUserForUpdate(tx, authorId) : undefined
  return reachOf(author && (await findStanding(tx, author.id, about)))
}
