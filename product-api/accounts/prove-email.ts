import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { cancelLinks } from './account-tokens/service.ts'
import * as repository from './users/repository.ts'

/** Notes that an account's address was shown to be its owner's, inside the caller's transaction. */
export async function proveEmail(ctx: Context, tx: Db, { id, email, emailProvenAt }: UserRow): Promise<void> {
  const now = ctx.now()
  await repository.markUser(tx, id, { emailProvenAt: emailProvenAt ?? now, updatedAt: now })
  await cancelLinks(tx, id, ['prove_email'])
  await recordAudit(ctx, tx, { action: 'email_proven', userId: id, email })
}
