import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type SendRow, sends } from '../db/tables/sends.ts'
import type { TimePlace } from '../time-cursor.ts'

/** @returns whether it is new: the same key goes out once. */
export async function insertSend(tx: Db, row: typeof sends.$inferInsert): Promise<boolean> {
  const made = await tx.insert(sends).values(row).onConflictDoNothing().returning({ id: sends.id })
  return made.length > 0
}

export async function findSend(db: Db, id: string): Promise<SendRow | undefined> {
  const [row] = await db.select().from(sends).where(eq(sends.id, id))
  return row
}

export async function findSendByKey(db: Db, key: string): Promise<SendRow | undefined> {
  const [row] = await db.select().from(sends).where(eq(sends.key, key))
  return row
}

/** Newest first. */
export async function listSends(db: Db, page: { after?: TimePlace | undefined; limit: number }): Promise<SendRow[]> {
  const { after, limit } = page
  const isOlder =
    after && sql`(${sends.createdAt}, ${sends.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  return db.select().from(sends).where(isOlder).orderBy(desc(sends.createdAt), desc(sends.id)).limit(limit)
}

/** Those whose emails go out now. */
export async function listOpenSends(db: Db): Promise<SendRow[]> {
  return db.select().from(sends).where(eq(sends.state, 'sending')).orderBy(asc(sends.id))
}

/** Those that were cancelled and of which something is still to be ended. */
export async function listCancelledWithRest(db: Db): Promise<SendRow[]> {
  const hasRest = sql`${sends.queued} + ${sends.sending} > 0`
  return db
    .select()
    .from(sends)
    .where(and(eq(sends.state, 'cancelled'), hasRest))
    .limit(20)
}

type Change = Partial<Pick<SendRow, 'state' | 'pausedBy' | 'pauseAnswer' | 'resumeAt' | 'frozenAt' | 'endedAt' | 'key'>>

/** Changes a send that is in one of these states. @returns it as it is then; undefined if it is in another one. */
export async function markSend(
  db: Db,
  id: string,
  from: readonly SendRow['state'][],
  change: Change,
): Promise<SendRow | undefined> {
  const [row] = await db
    .update(sends)
    .set(change)
    .where(and(eq(sends.id, id), inArray(sends.state, [...from])))
    .returning()
  return row
}

/** Goes on with those that waited for the mail server. */
export async function resumeWaiting(db: Db, now: Date): Promise<void> {
  const waits = and(eq(sends.state, 'paused'), eq(sends.pausedBy, 'no_answer'), lte(sends.resumeAt, now))
  await db.update(sends).set({ state: 'sending', pausedBy: null, pauseAnswer: null, resumeAt: null }).where(waits)
}

/** When the first of them goes on. */
export async function findNextResume(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ resumeAt: sends.resumeAt })
    .from(sends)
    .where(and(eq(sends.state, 'paused'), eq(sends.pausedBy, 'no_answer')))
    .orderBy(asc(sends.resumeAt))
    .limit(1)
  return row?.resumeAt ?? undefined
}
