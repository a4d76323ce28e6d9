import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/id.ts'
import { type EditionRow, sendEditions } from '../db/tables/send-editions.ts'

type NewEdition = { sendId: string; stories: readonly string[]; newestAt: Date; now: Date }

/** The edition of a send with these stories, created if there is none. */
export async function claimEdition(db: Db, { sendId, stories, newestAt, now }: NewEdition): Promise<string> {
  const key = createHash('sha256').update(stories.join()).digest('base64url').slice(0, 24)
  const isThis = and(eq(sendEditions.sendId, sendId), eq(sendEditions.key, key))
  const found = () => db.select({ id: sendEditions.id }).from(sendEditions).where(isThis)
  const [known] = await found()
  if (known) return known.id
  const row = { id: newId(now), sendId, stories: [...stories], key, newestAt, createdAt: now }
  await db.insert(sendEditions).values(row).onConflictDoNothing()
  const [made] = await found()
  if (!made) throw new Error('An edition vanished while it was made')
  return made.id
}

export async function listEditions(db: Db, ids: readonly string[]): Promise<EditionRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(sendEditions)
    .where(inArray(sendEditions.id, [...ids]))
}
