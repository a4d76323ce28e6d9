import { eq, sql } from 'drizzle-orm'
import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { identities, type UserRow, users } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { clientOf } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import type { GoogleClaims, GoogleVerifier } from '../google-verifier.ts'
import { notifyOwner } from '../mails/notify-owner.ts'
import { faultOfPersonName } from '../refuse-name.ts'
import { isSessionStored } from '../sessions.ts'
import { acceptInvitation, admitNewPerson, givenBy } from '../sign-up/admit-new-person.ts'
import {
  findUser,
  findUserByEmail,
  findUserByEmailForUpdate,
  findUserForUpdate,
  insertNewUser,
  recordNewUser,
} from '../users.ts'
import { type CompletedSignIn, completeSignIn } from './complete-sign-in.ts'
import { recordFailedSignIn, refuseSuspendedSignIn, takeSuccess } from './limit-sign-ins.ts'

/**
 * Signs in with a Google ID token, and creates an account for a new person. Uses only the token's verified claims.
 * @throws Problem `invalid_credentials`, `too_many_requests`, `suspended`, `unavailable`, `forbidden` for a new
 * person whom the site's settings don't let in, and `not_possible` if an account has the address but never proved it.
 */
export async function signInWithGoogle(
  ctx: Context,
  google: GoogleVerifier | undefined,
  credential: string,
): Promise<CompletedSignIn> {
  if (!google) {
    const detail = 'Google sign-in isn’t set up. To switch it on, set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.'
    throw new Problem('unavailable', { detail })
  }
  const claims = await verifyCounted(ctx, google, credential)
  // A token is valid for an hour and can be replayed, so repeated sign-ins are limited. The first one of a new person
  // needs no limit, because the next one finds the account.
  const owner = await findUserByIdentity(ctx.db, claims)
  if (owner) await takeSuccess(ctx, { method: 'google', user: owner })
  // Before the transaction, which would take the record of the refusal back with everything else.
  const account = owner ?? (await findUserByEmail(ctx.db, claims.email))
  if (account && (owner || account.emailProvenAt)) await refuseSuspendedSignIn(ctx, account, 'google')
  const enterWith = async (tx: Db) => {
    const known = (await lockUserOf(tx, claims)) ?? (await linkIdentity(ctx, tx, claims))
    const user = known ?? (await signUp(ctx, tx, claims))
    const signedIn = await completeSignIn(ctx, tx, user, 'google')
    if (!known) await recordNewUser(ctx, tx, user.id)
    return signedIn
  }
  const enter = () => transaction(ctx.db, enterWith, { isThere: ({ session }) => isSessionStored(ctx, session) })
  // Two simultaneous first sign-ins: the second finds the account that the first one made.
  return enter().catch((fault) => {
    if (fault instanceof Problem && fault.code === 'exists_already') return enter()
    throw fault
  })
}

/** Counts invalid tokens only, so that others at the same address can't block a valid one. */
async function verifyCounted(ctx: Context, google: GoogleVerifier, credential: string): Promise<GoogleClaims> {
  try {
    return await google.verify(credential)
  } catch (fault) {
    if (fault instanceof Problem && fault.code === 'invalid_credentials') {
      await ctx.limits.take('google', clientOf(ctx.caller))
      await recordFailedSignIn(ctx, { method: 'google' })
    }
    throw fault
  }
}

/** Finds and locks the identity's account, and checks again: a password reset may have unlinked them meanwhile. */
async function lockUserOf(tx: Db, claims: GoogleClaims): Promise<UserRow | undefined> {
  const found = await findUserByIdentity(tx, claims)
  if (!found) return undefined
  const user = await findUserForUpdate(tx, found.id)
  return (await findUserByIdentity(tx, claims)) && user
}

/** Links the identity to the account with the same address, if that is proven. */
async function linkIdentity(ctx: Context, tx: Db, claims: GoogleClaims): Promise<UserRow | undefined> {
  const { issuer, subject, email } = claims
  const known = await findUserByEmailForUpdate(tx, email)
  if (!known) return undefined
  // The account's creator may have used another person's address; linking would share it with that person.
  if (!known.emailProvenAt) {
    const detail =
      'An account with this address already exists. Log in with your password and confirm your address; after that, Google works too.'
    throw new Problem('not_possible', { detail })
  }
  const userId = known.id
  await insertIdentity(tx, { issuer, subject, userId, createdAt: ctx.now() })
  await recordAudit(ctx, tx, { action: 'google_linked', userId, email, details: { method: 'google' } })
  await notifyOwner(ctx, tx, { userId, what: 'google_connected' })
  return known
}

/** Creates an account; the caller must end with `recordNewUser`. */
async function signUp(ctx: Context, tx: Db, claims: GoogleClaims): Promise<UserRow> {
  const { issuer, subject, email, picture } = claims
  const now = ctx.now()
  // The person can't be asked for another name here.
  const name = [claims.name, email.split('@')[0] ?? ''].find((each) => !faultOfPersonName(ctx, each)) ?? 'Reader'
  const invitation = await admitNewPerson(ctx, tx, { email, isProven: true })
  const person = { name, email, profileImage: picture, emailProvenAt: now, ...givenBy(ctx, invitation) }
  const userId = await insertNewUser(ctx, tx, person)
  await insertIdentity(tx, { issuer, subject, userId, createdAt: now })
  await recordAudit(ctx, tx, { action: 'sign_up', userId, email, details: { method: 'google' } })
  if (invitation) await acceptInvitation(ctx, tx, invitation, userId)
  await ctx.queue.enqueue(tx, 'send-welcome', { userId })
  const user = await findUser(tx, userId)
  if (!user) throw new Error('An account that was just made is not there')
  return user
}

async function findUserByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(sql`${identities.issuer} = ${issuer} and ${identities.subject} = ${subject}`)
    .limit(1)
  return row?.user
}

async function insertIdentity(tx: Db, row: typeof identities.$inferInsert): Promise<void> {
  await tx.insert(identities).values(row).onConflictDoNothing()
}

export async function hasIdentity(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ issuer: identities.issuer })
    .from(identities)
    .where(eq(identities.userId, userId))
    .limit(1)
  return rows.length > 0
}

export async function deleteIdentities(tx: Db, userId: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId))
}
