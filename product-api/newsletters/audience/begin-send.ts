import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import type { SendRow, sends } from '#platform/db/tables/newsletters.ts'
import { insertSend } from './send-repository.ts'

type Beginning = Pick<SendRow, 'kind' | 'env' | 'period' | 'key' | 'state'> &
  Partial<Pick<typeof sends.$inferInsert, 'category' | 'frequency' | 'contentId' | 'createdBy' | 'audience'>>

/** Makes a send. @returns its id; undefined if its key went out before. */
export async function beginSend(ctx: Pick<Context, 'now'>, tx: Db, beginning: Beginning): Promise<string | undefined> {
  const createdAt = ctx.now()
  const id = newId(createdAt)
  const mark = randomBytes(5).toString('hex')
  const secret = randomBytes(16).toString('hex')
  return (await insertSend(tx, { ...beginning, id, mark, secret, createdAt })) ? id : undefined
}
