import { recordAudit } from '../audit/service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { UserRow } from '../db/tables/users.ts'
import { transaction } from '../db/transaction.ts'
import { clientOf } from '../limits/client.ts'
import { Problem } from '../problem.ts'
import { tellOwner } from './account-notices.ts'
import { type Admitted, admit } from './admission.ts'
import type { GoogleClaims, GoogleVerifier } from './google.ts'
import * as repository from './repository.ts'
import { addUser } from './service.ts'
import { recordFailure } from './sign-in-audit.ts'

/**
 * Signs in whom Google vouches for, and makes an account for somebody new. Only what the verified token says counts.
 * @throws Problem `invalid_credentials`, `too_many_requests`, `unavailable`, and `conflict` where an account has the address
 * but never proved it.
 */
export async function signInWithGoogle(
  ctx: Context,
  google: GoogleVerifier | undefined,
  credential: string,
): Promise<Admitted> {
  if (!google) {
    const detail = 'Google sign-in is not configured: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.'
    throw new Problem('unavailable', { detail })
  }
  const claims = await verifyCounted(ctx, google, credential)
  const enter = () =>
    transaction(ctx.db, async (tx) => {
      const user = (await holdUserOf(tx, claims)) ?? (await connect(ctx, tx, claims))
      return admit(ctx, tx, user, 'google')
    })
  // Two first sign-ins at once: whoever came second finds the account that the first one made.
  return enter().catch((fault) =>
    fault instanceof Problem && fault.code === 'exists_already' ? enter() : reject(fault),
  )
}

function reject(fault: unknown): never {
  throw fault
}

/** Only what proves nothing is counted: whom Google vouches for always gets in, whatever others try beside them. */
async function verifyCounted(ctx: Context, google: GoogleVerifier, credential: string): Promise<GoogleClaims> {
  try {
    return await google.verify(credential)
  } catch (fault) {
    if (fault instanceof Problem && fault.code === 'invalid_credentials') {
      await ctx.limits.take('google', clientOf(ctx.caller))
      await recordFailure(ctx, { method: 'google' })
    }
    throw fault
  }
}

/** Whom the identity belongs to, held; a password reset that came in between may have cut the two apart. */
async function holdUserOf(tx: Db, claims: GoogleClaims): Promise<UserRow | undefined> {
  const found = await repository.findUserByIdentity(tx, claims)
  if (!found) return undefined
  const user = await repository.findUserForUpdate(tx, found.id)
  return (await repository.findUserByIdentity(tx, claims)) && user
}

/** The account of the same, proven address, or a new one. */
async function connect(ctx: Context, tx: Db, claims: GoogleClaims): Promise<UserRow> {
  const { issuer, subject, email, name, picture } = claims
  const known = await repository.findUserByEmailForUpdate(tx, email)
  // Whoever made it may have used an address of somebody else: linking would let them into that person's account.
  if (known && !known.emailProvenAt) {
    const detail =
      'An account with this address exists already. Sign in with your password and confirm your address first, then Google works too.'
    throw new Problem('conflict', { detail })
  }
  const person = { name, email, profileImage: picture, emailProvenAt: ctx.now() }
  const userId = known?.id ?? (await addUser(ctx, tx, person))
  await repository.insertIdentity(tx, { issuer, subject, userId, createdAt: ctx.now() })
  await recordAudit(ctx, tx, {
    action: known ? 'google_linked' : 'sign_up',
    userId,
    email,
    details: { method: 'google' },
  })
  if (known) await tellOwner(ctx, tx, { userId, what: 'google_connected' })
  else await ctx.queue.enqueue(tx, 'send-welcome', { userId })
  const user = known ?? (await repository.findUser(tx, userId))
  if (!user) throw new Error('An account that was just made is not there')
  return user
}
