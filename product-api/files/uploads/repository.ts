import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { publications } from '#platform/db/tables/stories.ts'
import { uploadFiles, uploadOwners, uploads, uploadUses } from '#platform/db/tables/uploads.ts'

export type UploadRow = typeof uploads.$inferSelect
export type FilesRow = typeof uploadFiles.$inferSelect

// Must match the expressions of the indexes, or they aren't used.
const shownByPerson = sql`substring(${users.profileImage} from '^/uploads/([0-9a-f]{32})-')`
const shownByPublication = sql`substring(${publications.image} from '^/uploads/([0-9a-f]{32})-')`

/** Restarts the week after which an unused upload is deleted. @returns undefined if there is no such upload. */
export async function markSentAgain(tx: Db, id: string, now: Date): Promise<UploadRow | undefined> {
  const [row] = await tx.update(uploads).set({ sentAt: now }).where(eq(uploads.id, id)).returning()
  return row
}

/** @returns whether it was new. */
export async function insertUpload(tx: Db, row: UploadRow): Promise<boolean> {
  const made = await tx.insert(uploads).values(row).onConflictDoNothing().returning({ id: uploads.id })
  return made.length > 0
}

export async function insertOwner(tx: Db, row: typeof uploadOwners.$inferInsert): Promise<void> {
  await tx.insert(uploadOwners).values(row).onConflictDoNothing()
}

export async function insertFiles(db: Db, row: Omit<FilesRow, 'uploadId'>): Promise<void> {
  await db.insert(uploadFiles).values(row)
}

export async function markFilesOf(tx: Db, name: string, uploadId: string): Promise<void> {
  await tx.update(uploadFiles).set({ uploadId }).where(eq(uploadFiles.name, name))
}

export async function deleteFiles(db: Db, name: string): Promise<void> {
  await db.delete(uploadFiles).where(eq(uploadFiles.name, name))
}

export async function findUploadWithFiles(db: Db, id: string) {
  const [row] = await db
    .select({ width: uploads.width, height: uploads.height, name: uploadFiles.name })
    .from(uploads)
    .innerJoin(uploadFiles, eq(uploadFiles.uploadId, uploads.id))
    .where(eq(uploads.id, id))
    .limit(1)
  return row
}

/** Records the uploads that exist as used. Locks them, so that they can't be deleted before the transaction ends. */
export async function insertUses(tx: Db, contentId: string, ids: readonly string[]): Promise<void> {
  const existing = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(inArray(uploads.id, [...ids]))
    .for('key share')
  if (existing.length === 0) return
  const rows = existing.map(({ id: uploadId }) => ({ uploadId, contentId }))
  await tx.insert(uploadUses).values(rows).onConflictDoNothing()
}

/** Uploads not sent since `sentBefore` that seem unused; in batches by id. */
export async function listUnusedIds(
  db: Db,
  { sentBefore, after, limit }: { sentBefore: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(lt(uploads.sentAt, sentBefore), gt(uploads.id, after), isUnused))
    .orderBy(asc(uploads.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Deletes an upload if it was not sent since `sentBefore` and is unused. Locks it before the check, so that a use that
 * was added meanwhile is seen.
 * @returns whether it was deleted.
 */
export async function deleteUnused(tx: Db, id: string, sentBefore: Date): Promise<boolean> {
  await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, id)).for('update')
  const deleted = await tx
    .delete(uploads)
    .where(and(eq(uploads.id, id), lt(uploads.sentAt, sentBefore), isUnused))
    .returning({ id: uploads.id })
  return deleted.length > 0
}

/** Files without an upload: of deleted uploads, or left by an interrupted one. */
export async function listOrphanedFiles(
  db: Db,
  { madeBefore, after, limit }: { madeBefore: Date; after: string; limit: number },
): Promise<FilesRow[]> {
  return db
    .select()
    .from(uploadFiles)
    .where(and(isNull(uploadFiles.uploadId), lt(uploadFiles.createdAt, madeBefore), gt(uploadFiles.name, after)))
    .orderBy(asc(uploadFiles.name))
    .limit(limit)
}

const isUnused = sql`not exists (select from ${uploadUses} where ${uploadUses.uploadId} = ${uploads.id})
  and not exists (select from ${users} where ${shownByPerson} = ${uploads.id})
  and not exists (select from ${publications} where ${shownByPublication} = ${uploads.id})`
