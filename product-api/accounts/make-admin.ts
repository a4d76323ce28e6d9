import { randomBytes } from 'node:crypto'
import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { hashPassword, unknownRequester } from './password-hashing/hash-password.ts'
import { endSessionsOf } from './sessions.ts'
import {
  findAnyAdmin,
  findUserByEmail,
  findUserByEmailForUpdate,
  insertNewUser,
  markUser,
  recordNewUser,
} from './users.ts'

export type FirstAdmin = {
  email: string
  created: boolean
  /** Only if it was just generated. */
  password?: string
}

/**
 * Creates the first administrator of a database without one, with a generated password if none is set. Doesn't change
 * an existing account with that address; `npm run admin` does.
 */
export async function ensureAdmin(
  ctx: Context,
  wanted: { email: string; password?: string | undefined },
): Promise<FirstAdmin> {
  const admin = await findAnyAdmin(ctx.db)
  if (admin) return { email: admin.email, created: false }
  const known = await findUserByEmail(ctx.db, wanted.email)
  if (known) return { email: known.email, created: false }

  const generated = wanted.password ? undefined : randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(wanted.password ?? generated ?? '', unknownRequester(undefined))
  // Counts as proven, because the operator has set it.
  const person = { name: 'Administrator', email: wanted.email, passwordHash, emailProvenAt: ctx.now() }
  await transaction(ctx.db, async (tx) => {
    const userId = await insertNewUser(ctx, tx, { ...person, role: 'admin' })
    const details = { from: '', to: 'admin' }
    await recordAudit(ctx, tx, { action: 'role_changed', userId, email: wanted.email, details })
    await recordNewUser(ctx, tx, userId)
  })
  return { email: wanted.email, created: true, ...(generated && { password: generated }) }
}

/**
 * Makes an existing account an administrator, and ends its sessions.
 * @returns false if it was one already.
 * @throws Problem `not_found` if no account has the address, `not_possible` if the account has not proven it or is
 * suspended.
 */
export function makeAdmin(ctx: Pick<Context, 'db' | 'now'>, email: string): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const user = await findUserByEmailForUpdate(tx, email)
    if (!user) {
      const detail = `No account has the address ${email}. Sign up with it first, then run this again.`
      throw new Problem('not_found', { detail })
    }
    if (user.role === 'admin') return false
    // Anyone can sign up with any address, so it has to be proven.
    if (!user.emailProvenAt) {
      const detail = `The address ${email} is not confirmed yet. Follow the link in its welcome email first, then run this again.`
      throw new Problem('not_possible', { detail })
    }
    if (user.suspendedAt) {
      throw new Problem('not_possible', { detail: `The account ${email} is suspended. Lift the suspension first.` })
    }
    await endSessionsOf(tx, user.id)
    await markUser(tx, user.id, { role: 'admin', updatedAt: ctx.now() })
    const details = { from: user.role, to: 'admin' }
    await recordAudit(ctx, tx, { action: 'role_changed', userId: user.id, email: user.email, details })
    return true
  })
}
