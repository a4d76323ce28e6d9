import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import { transports as knownTransports, type PasskeyAnswer } from '#contract/sessions.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { isId, newId } from '#platform/db/id.ts'
import { type PasskeyRow, passkeyChallenges, passkeys, type UserRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { notifyOwner } from '../mails/notify-owner.ts'
import { nameDevice } from '../name-device.ts'
import { reauthenticate, withinAccountLimit } from '../reauthenticate.ts'
import { lockCallersAccount } from '../sessions.ts'
import { hasIdentity } from '../sign-in/sign-in-with-google.ts'
import { readCurrentUser } from '../users.ts'

const passkeysMost = 10
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): every authenticator has one of them. */
const algorithms = [-8, -7, -257]

/** A browser's response to a challenge, not verified yet. */
export type PasskeyResponse = { challengeId: string; response: PasskeyAnswer }

/** A challenge with the options for the browser's WebAuthn API. */
export type PasskeyChallenge = { challengeId: string; options: object }

/**
 * @param currentPassword required if the sign-in was a while ago.
 * @throws Problem `reauthentication_needed`, `too_many_requests`, and `bad_request` beyond ten passkeys.
 */
export async function beginPasskey(
  ctx: SignedInContext,
  currentPassword: string | undefined,
): Promise<PasskeyChallenge> {
  const { id, email, name } = ctx.actor
  await withinAccountLimit(ctx, async () => reauthenticate(ctx, await readCurrentUser(ctx), currentPassword))
  const own = await listPasskeys(ctx.db, id)
  refuseTooMany(own.length)
  const { rpID, rpName } = relyingParty(ctx)
  // Loaded with the first passkey, because the library would be a sixth of all files that are read at start.
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: own.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
    // Discoverable, so that people sign in without typing an address; with user verification, against stolen keys.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challengeId: await storeChallenge(ctx, options.challenge, id), options }
}

/** @throws Problem `bad_request` for an invalid response, `unauthenticated`. */
export async function addPasskey(
  ctx: SignedInContext,
  answer: PasskeyResponse,
  name: string | undefined,
): Promise<PasskeyRow> {
  const { id, publicKey, counter, transports } = await verifyNew(ctx, answer)
  const add = async (tx: Db) => {
    const user = await lockCallersAccount(ctx, tx)
    const own = await listPasskeys(tx, user.id)
    refuseTooMany(own.length)
    const passkey: PasskeyRow = {
      id,
      userId: user.id,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: knownTransports.filter((known) => transports?.includes(known)),
      name: name || nameDevice(ctx.caller?.userAgent ?? '') || 'Passkey',
      createdAt: ctx.now(),
      lastUsedAt: null,
    }
    const made = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id })
    if (made.length === 0) throw invalidPasskey('This passkey is already saved.')
    await recordPasskeyChange(ctx, tx, 'passkey_added', user, passkey)
    return passkey
  }
  return transaction(ctx.db, add, { isThere: () => hasPasskey(ctx, id) })
}

async function hasPasskey({ db, actor }: SignedInContext, id: string): Promise<boolean> {
  return (await findPasskey(db, id))?.userId === actor.id
}

/** @throws Problem `not_found` unless it is the caller's own, `not_possible` for the only way to sign in. */
export function removePasskey(ctx: SignedInContext, id: string): Promise<void> {
  const remove = async (tx: Db) => {
    const user = await lockCallersAccount(ctx, tx)
    const own = await listPasskeys(tx, user.id)
    const passkey = own.find((known) => known.id === id)
    if (!passkey) throw notFound('passkey')
    if (own.length === 1 && !user.passwordHash && !(await hasIdentity(tx, user.id))) {
      const detail = 'This passkey is your only way to log in. Please set a password first.'
      throw new Problem('not_possible', { detail })
    }
    await tx.delete(passkeys).where(and(eq(passkeys.userId, user.id), eq(passkeys.id, id)))
    await recordPasskeyChange(ctx, tx, 'passkey_removed', user, passkey)
  }
  return transaction(ctx.db, remove, { isThere: async () => !(await hasPasskey(ctx, id)) })
}

async function recordPasskeyChange(
  ctx: SignedInContext,
  tx: Db,
  what: 'passkey_added' | 'passkey_removed',
  { id: userId, email }: UserRow,
  { name }: PasskeyRow,
): Promise<void> {
  await recordAudit(ctx, tx, { action: what, userId, email, details: { name } })
  await notifyOwner(ctx, tx, { userId, what })
}

async function verifyNew(ctx: SignedInContext, { challengeId, response }: PasskeyResponse) {
  const challenge = await consumeChallenge(ctx, challengeId, ctx.actor.id)
  if (!challenge) throw invalidPasskey('This took too long, or was already done. Please try again.')
  const { rpID, origin } = relyingParty(ctx)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      // The library validates the response itself.
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) throw new Error('the signature does not fit')
    return registrationInfo.credential
  } catch (cause) {
    throw invalidPasskey('We couldn’t check the passkey. Please try again.', cause)
  }
}

function refuseTooMany(count: number): void {
  if (count >= passkeysMost) throw invalidPasskey(`You already have ${passkeysMost} passkeys. Please remove one first.`)
}

function invalidPasskey(detail: string, cause?: unknown): Problem {
  return new Problem('bad_request', { detail, fields: { response: detail }, cause })
}

const lifeMs = 5 * 60 * 1000

/** The site as a relying party (W3C Web Authentication Level 3 §5.1.2). */
export function relyingParty({ publicUrl, productName }: Pick<Context, 'publicUrl' | 'productName'>) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, rpName: productName, origin }
}

/** Stores a challenge that a browser has to sign; `userId` if it is for a new passkey. @returns the challenge's id. */
export async function storeChallenge(ctx: Context, challenge: string, userId: string | null): Promise<string> {
  const now = ctx.now()
  const id = newId(now)
  await deleteOldChallenges(ctx)
  const expiresAt = new Date(now.getTime() + lifeMs)
  await ctx.db.insert(passkeyChallenges).values({ id, challenge, userId, expiresAt })
  return id
}

/** Consumes a challenge. Outside of a transaction, so that it stays consumed if the response is invalid. */
export async function consumeChallenge(ctx: Context, id: string, userId: string | null): Promise<string | undefined> {
  if (!isId(id)) return undefined
  const isForUser = userId ? eq(passkeyChallenges.userId, userId) : isNull(passkeyChallenges.userId)
  const [row] = await ctx.db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.id, id), isForUser, gt(passkeyChallenges.expiresAt, ctx.now())))
    .returning({ challenge: passkeyChallenges.challenge })
  return row?.challenge
}

export async function deleteOldChallenges({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteInBatches(db, passkeyChallenges, lt(passkeyChallenges.expiresAt, now()))
}

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export async function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id)).limit(1)
  return row
}

/** @returns whether the counter still was `from`: of two responses with the same count, only one is accepted. */
export async function markUsed(
  tx: Db,
  id: string,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set({ counter: to, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, from)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

export async function deletePasskeys(tx: Db, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}
