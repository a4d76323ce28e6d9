import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { afterCommit } from '#platform/db/transaction.ts'
import { beginSend } from '../audience/begin-send.ts'
import { insertEach, type NewRecipient } from '../audience/insert-each.ts'
import { findSendByKey, markSend } from '../audience/send-repository.ts'

const slotMs = 15 * 60_000

/** Adds recipients to the digest of this quarter of an hour. It goes on if it had ended. */
export async function addToDigest(
  ctx: Pick<Context, 'now' | 'wakeSender'>,
  tx: Db,
  recipients: readonly NewRecipient[],
  now: Date,
): Promise<void> {
  const slot = new Date(Math.floor(now.getTime() / slotMs) * slotMs)
  const period = `${slot.toISOString().slice(0, 16)}Z`
  const key = `digest:${period}`
  const made = await beginSend(ctx, tx, { kind: 'digest', env: 'prod', period, key, state: 'sending' })
  const id = made ?? (await findSendByKey(tx, key))?.id
  if (!id) throw new Error('A send vanished while it was made')
  await insertEach(tx, id, recipients, now)
  // Reopened after the insert, which holds its row: before it, someone could end the send once more in between.
  await markSend(tx, id, ['done'], { state: 'sending', endedAt: null })
  afterCommit(tx, ctx.wakeSender)
}
