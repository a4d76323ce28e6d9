import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { transports as knownTransports, type PasskeyAnswer } from '#contract/sessions.ts'
import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { PasskeyRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { lockCallersAccount } from '../lock-callers-account.ts'
import { notifyOwner } from '../mails/notify-owner.ts'
import { nameDevice } from '../name-device.ts'
import { reauthenticate, withinAccountLimit } from '../reauthenticate.ts'
import { hasIdentity } from '../sign-in/identity-repository.ts'
import { readCurrentUser } from '../users.ts'
import { consumeChallenge, relyingParty, storeChallenge } from './challenges.ts'
import * as repository from './repository.ts'

const passkeysMost = 10
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): every authenticator has one of them. */
const algorithms = [-8, -7, -257]

/** A browser's response to a challenge, not verified yet. */
export type PasskeyResponse = { challengeId: string; response: PasskeyAnswer }

/** A challenge with the options for the browser's WebAuthn API. */
export type PasskeyChallenge = { challengeId: string; options: object }

export function listPasskeys(ctx: SignedInContext): Promise<PasskeyRow[]> {
  return repository.listPasskeys(ctx.db, ctx.actor.id)
}

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
  const own = await repository.listPasskeys(ctx.db, id)
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
    const own = await repository.listPasskeys(tx, user.id)
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
    const isNew = await repository.insertPasskey(tx, passkey)
    if (!isNew) throw invalidPasskey('This passkey is already saved.')
    const details = { name: passkey.name }
    await recordAudit(ctx, tx, { action: 'passkey_added', userId: user.id, email: user.email, details })
    await notifyOwner(ctx, tx, { userId: user.id, what: 'passkey_added' })
    return passkey
  }
  return transaction(ctx.db, add, { isThere: () => hasPasskey(ctx, id) })
}

async function hasPasskey({ db, actor }: SignedInContext, id: string): Promise<boolean> {
  return (await repository.findPasskey(db, id))?.userId === actor.id
}

/** @throws Problem `not_found` unless it is the caller's own, `not_possible` for the only way to sign in. */
export function removePasskey(ctx: SignedInContext, id: string): Promise<void> {
  const remove = async (tx: Db) => {
    const user = await lockCallersAccount(ctx, tx)
    const own = await repository.listPasskeys(tx, user.id)
    const passkey = own.find((known) => known.id === id)
    if (!passkey) throw notFound('passkey')
    if (own.length === 1 && !user.passwordHash && !(await hasIdentity(tx, user.id))) {
      const detail = 'This passkey is your only way to sign in. Please set a password first.'
      throw new Problem('not_possible', { detail })
    }
    await repository.deletePasskey(tx, user.id, id)
    const details = { name: passkey.name }
    await recordAudit(ctx, tx, { action: 'passkey_removed', userId: user.id, email: user.email, details })
    await notifyOwner(ctx, tx, { userId: user.id, what: 'passkey_removed' })
  }
  return transaction(ctx.db, remove, { isThere: async () => !(await hasPasskey(ctx, id)) })
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
    if (registrationInfo) return registrationInfo.credential
  } catch (cause) {
    throw invalidPasskey('We couldn’t check the passkey. Please try again.', cause)
  }
  throw invalidPasskey('We couldn’t check the passkey. Please try again.')
}

function refuseTooMany(count: number): void {
  if (count >= passkeysMost) throw invalidPasskey(`You already have ${passkeysMost} passkeys. Please remove one first.`)
}

function invalidPasskey(detail: string, cause?: unknown): Problem {
  return new Problem('bad_request', { detail, fields: { response: detail }, cause })
}
