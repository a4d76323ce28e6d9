import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { speechSegments } from '#platform/db/tables/podcasts.ts'

export type Segment = { key: string; bytes: number; ms: number }

const columns = { key: speechSegments.key, bytes: speechSegments.bytes, ms: speechSegments.ms }

/** Those of these sentences that were spoken already; they count as used now. */
export async function takeKnownSegments(db: Db, keys: readonly string[], now: Date): Promise<Map<string, Segment>> {
  if (keys.length === 0) return new Map()
  const wanted = sql`${speechSegments.key} in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`
  const rows = await db.update(speechSegments).set({ usedAt: now }).where(wanted).returning(columns)
  return new Map(rows.map((row) => [row.key, row]))
}

export async function insertSegment(db: Db, segment: Segment, now: Date): Promise<void> {
  await db
    .insert(speechSegments)
    .values({ ...segment, usedAt: now })
    .onConflictDoUpdate({ target: speechSegments.key, set: { ...segment, usedAt: now } })
}

export async function deleteSegment(db: Db, key: string): Promise<void> {
  await db.delete(speechSegments).where(eq(speechSegments.key, key))
}

/** @returns the keys of those that have long been unused; they are deleted. */
export async function deleteUnusedSegments(
  db: Db,
  { usedBefore, limit }: { usedBefore: Date; limit: number },
): Promise<string[]> {
  const old = db
    .select({ key: speechSegments.key })
    .from(speechSegments)
    .where(lt(speechSegments.usedAt, usedBefore))
    .limit(limit)
  const rows = await db
    .delete(speechSegments)
    .where(and(inArray(speechSegments.key, old), lt(speechSegments.usedAt, usedBefore)))
    .returning({ key: speechSegments.key })
  return rows.map(({ key }) => key)
}
