import { eq } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { type WorkingCopyRow, workingCopies } from '#platform/db/tables/stories.ts'

export type { WorkingCopyRow }

export async function findWorkingCopy(db: Db, contentId: string): Promise<WorkingCopyRow | undefined> {
  const [row] = await db.select().from(workingCopies).where(eq(workingCopies.contentId, contentId))
  return row
}

export async function putWorkingCopy(tx: Db, row: WorkingCopyRow): Promise<void> {
  await tx.insert(workingCopies).values(row).onConflictDoUpdate({ target: workingCopies.contentId, set: row })
}

export async function deleteWorkingCopy(tx: Db, contentId: string): Promise<void> {
  await tx.delete(workingCopies).where(eq(workingCopies.contentId, contentId))
}
