import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { removeFiles } from './uploads/picture-files.ts'
import * as repository from './uploads/repository.ts'

type ForgettingContext = Pick<Context, 'db' | 'now' | 'files'>

const dayMs = 24 * 60 * 60 * 1_000
const weekMs = 7 * dayMs
const batch = 200

/**
 * Deletes pictures that have not been sent for a week and that no story, person or publication uses: the row first,
 * then the files, whose record stays until they are gone. Deletes files of interrupted uploads after a day.
 */
export async function forgetUnusedUploads(ctx: ForgettingContext): Promise<void> {
  await deleteUnused(ctx)
  await deleteOrphanedFiles(ctx)
  await deleteIncoming(ctx)
}

/** Uses one transaction for each upload, so that it doesn't block senders and writers. */
async function deleteUnused(ctx: ForgettingContext): Promise<void> {
  const sentBefore = new Date(ctx.now().getTime() - weekMs)
  for (let after = ''; ; ) {
    const ids = await repository.listUnusedIds(ctx.db, { sentBefore, after, limit: batch })
    for (const id of ids) await transaction(ctx.db, (tx) => repository.deleteUnused(tx, id, sentBefore))
    if (ids.length < batch) return
    after = ids.at(-1) ?? after
  }
}

async function deleteOrphanedFiles(ctx: ForgettingContext): Promise<void> {
  const madeBefore = new Date(ctx.now().getTime() - dayMs)
  for (let after = ''; ; ) {
    const orphaned = await repository.listOrphanedFiles(ctx.db, { madeBefore, after, limit: batch })
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
