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
 * Removes pictures that have not been sent for a week and that no story, person or publication shows; the row first,
 * then the files, which are noted until they are gone. Files of unfinished uploads go after a day.
 */
export async function forgetUnusedUploads(ctx: ForgettingContext): Promise<void> {
  await deleteUnused(ctx)
  await removeLostFiles(ctx)
  await removeLeftBehind(ctx)
}

/** One transaction for each upload: it holds up no one who sends or uses one. */
async function deleteUnused(ctx: ForgettingContext): Promise<void> {
  const sentBefore = new Date(ctx.now().getTime() - weekMs)
  for (let after = ''; ; ) {
    const ids = await repository.listUnusedIds(ctx.db, { sentBefore, after, limit: batch })
    for (const id of ids) await transaction(ctx.db, (tx) => repository.deleteUnused(tx, id, sentBefore))
    if (ids.length < batch) return
    after = ids.at(-1) ?? after
  }
}

async function removeLostFiles(ctx: ForgettingContext): Promise<void> {
  const madeBefore = new Date(ctx.now().getTime() - dayMs)
  for (let after = ''; ; ) {
    const lost = await repository.listLostFiles(ctx.db, { madeBefore, after, limit: batch })
    for (const files of lost) await removeFiles(ctx, files)
    if (lost.length < batch) return
    after = lost.at(-1)?.name ?? after
  }
}

/** What a process that was killed had begun to receive. */
async function removeLeftBehind({ files, now }: ForgettingContext): Promise<void> {
  const names = await readdir(files.incoming).catch(() => [])
  for (const name of names) {
    const file = path.join(files.incoming, name)
    const stats = await stat(file).catch(() => undefined)
    if (stats && now().getTime() - stats.mtimeMs > dayMs) await rm(file, { force: true })
  }
}
