import { cancelLinks } from '../account-links/service.ts'
import { recordAudit } from '../audit/service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { UserRow } from '../db/tables/users.ts'
import * as repository from './repository.ts'

/** Notes that an account's address was shown to be its owner's, inside the caller's transaction. */
export async function proveEmail(ctx: Context, tx: Db, { id, email, emailProvenAt }: UserRow): Promise<void> {
  const now = ctx.now()
  await repository.markUser(tx, id, { emailProvenAt: emailProvenAt ?? now, updatedAt: now })
  await cancelLinks(tx, id, ['prove_email'])
  await recordAudit(ctx, tx, { action: 'email_proven', userId: id, email })
}
