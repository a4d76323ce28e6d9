import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { siteSettings, siteTexts } from '#platform/db/tables/site.ts'
import { publications } from '#platform/db/tables/stories.ts'
import { uploadFiles, uploads, uploadUses } from '#platform/db/tables/uploads.ts'
import { transaction } from '#platform/db/transaction.ts'
import { removeFiles } from './uploads.ts'

type ForgettingContext = Pick<Context, 'db' | 'now' | 'files'>

const weekMs = 7 * dayMs
const batch = 200

// Must match the expressions of the indexes, or they aren't used.
const shownByPerson = sql`substring(${users.profileImage} from '^/uploads/([0-9a-f]{32})-')`
const shownByPublication = sql`substring(${publications.image} from '^/uploads/([0-9a-f]{32})-')`
// One row, without an index.
const shownBySite = (setting: 'logo' | 'icon') =>
  sql`coalesce(substring(${siteSettings.settings}->>${sql.raw(`'${setting}'`)} from '^/uploads/([0-9a-f]{32})-'), '')`
const isUnused = sql`not exists (select from ${uploadUses} where ${uploadUses.uploadId} = ${uploads.id})
  and not exists (select from ${users} where ${shownByPerson} = ${uploads.id})
  and not exists (select from ${publications} where ${shownByPublication} = ${uploads.id})
  and not exists (select from ${siteTexts} where ${uploads.id} = any(${siteTexts.uploadIds}))
  and not exists (select from ${siteSettings} where ${uploads.id} in (${shownBySite('logo')}, ${shownBySite('icon')}))`

/**
 * Deletes pictures that have not been sent for a week and that neither a story, a person, a publication nor the site
 * uses: the row first, then the files, whose record stays until they are gone. Deletes files of interrupted uploads
 * after a day.
 */
export async function forgetUnusedUploads(ctx: ForgettingContext): Promise<void> {
  await deleteUnused(ctx)
  await deleteOrphanedFiles(ctx)
  await deleteIncoming(ctx)
}

/** Uses one transaction for each upload, so that it doesn't block senders and writers. */
async function deleteUnused(ctx: ForgettingContext): Promise<void> {
  const isOld = lt(uploads.sentAt, new Date(ctx.now().getTime() - weekMs))
  for (let after = ''; ; ) {
    const unused = await ctx.db
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(isOld, gt(uploads.id, after), isUnused))
      .orderBy(asc(uploads.id))
      .limit(batch)
    for (const { id } of unused) {
      await transaction(ctx.db, async (tx) => {
        // Locked before the check, so that a use that was added meanwhile is seen.
        await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, id)).for('update')
        await tx.delete(uploads).where(and(eq(uploads.id, id), isOld, isUnused))
      })
    }
    if (unused.length < batch) return
    after = unused.at(-1)?.id ?? after
  }
}

/** Deletes files without an upload: of deleted uploads, or left by an interrupted one. */
async function deleteOrphanedFiles(ctx: ForgettingContext): Promise<void> {
  const isOld = lt(uploadFiles.createdAt, new Date(ctx.now().getTime() - dayMs))
  for (let after = ''; ; ) {
    const orphaned = await ctx.db
      .select()
      .from(uploadFiles)
      .where(and(isNull(uploadFiles.uploadId), isOld, gt(uploadFiles.name, after)))
      .orderBy(asc(uploadFiles.name))
      .limit(batch)
    for (const files of orphaned) await removeFiles(ctx, files)
    if (orphaned.length < batch) return
    after = orphaned.at(-1)?.name ?? after
  }
}

/** Deletes temporary files that a killed process has left. */
async function deleteIncoming({ files, now }: ForgettingContext): Promise<void> {
  const names = await readdir(files.incoming).catch(() => [])
  for (const name of names) {
    const file = path.join(files.incoming, name)
    const stats = await stat(file).catch(() => undefined)
    if (stats && now().getTime() - stats.mtimeMs > dayMs) await rm(file, { force: true })
  }
}
