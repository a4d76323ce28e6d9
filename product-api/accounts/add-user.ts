import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { insertUser } from './users.ts'

export type NewUser = {
  name: string
  email: string
  role?: 'user' | 'admin'
  passwordHash?: string
  profileImage?: string | null | undefined
  bio?: string
  showEmail?: boolean
  /** When the address was proven. */
  emailProvenAt?: Date | undefined
  /** When an administrator approved emailing their stories to subscribers of categories. */
  mailingApprovedAt?: Date | undefined
}

/**
 * Inserts an account in the caller's transaction, which must end with `recordNewUser`.
 * @throws Problem `exists_already` if the email has an account.
 */
export async function insertNewUser(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  { name, email, role, passwordHash, profileImage, bio, showEmail, emailProvenAt, mailingApprovedAt }: NewUser,
): Promise<string> {
  const now = ctx.now()
  const id = newId(now)
  const given = { name, email, role, passwordHash, profileImage, bio, showEmail, emailProvenAt, mailingApprovedAt }
  await insertUser(tx, { id, createdAt: now, updatedAt: now, ...given })
  return id
}

/**
 * Records the new account in the change feed. Call it last: the feed has one lock for all writers, and a writer waiting
 * for it may have locked a row that this transaction still needs.
 */
export function recordNewUser(ctx: Pick<Context, 'changed'>, tx: Db, id: string): Promise<void> {
  return recordChange(ctx, tx, [tags.profile(id)])
}

/**
 * Inserts an account and records it, if the transaction writes nothing else.
 * @throws Problem `exists_already` if the email has an account.
 */
export async function addUser(ctx: Pick<Context, 'now' | 'changed'>, tx: Db, person: NewUser): Promise<string> {
  const id = await insertNewUser(ctx, tx, person)
  await recordNewUser(ctx, tx, id)
  return id
}
