import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { afterCommit } from '../db/transaction.ts'
import { insertChange } from './repository.ts'

/** Notes in the same transaction which pages a write changed; the feed tells it once that is committed. */
export async function recordChange(ctx: Pick<Context, 'changed'>, tx: Db, tags: Iterable<string>): Promise<void> {
  const changed = [...new Set(tags)]
  await insertChange(tx, changed)
  afterCommit(tx, () => ctx.changed.raise(changed))
}
