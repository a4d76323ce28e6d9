import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { PasskeyRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { takeShared } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { isSessionStored } from '../sessions.ts'
import { type CompletedSignIn, completeSignIn } from '../sign-in/complete-sign-in.ts'
import { recordFailedSignIn, refuseSuspendedSignIn, takeSuccess } from '../sign-in/limit-sign-ins.ts'
import { findUser, findUserForUpdate } from '../users.ts'
import {
  consumeChallenge,
  findPasskey,
  markUsed,
  type PasskeyChallenge,
  type PasskeyResponse,
  relyingParty,
  storeChallenge,
} from './service.ts'

/** Begins a sign-in without an address: the browser offers the passkeys that it has for the site. */
export async function beginPasskeySignIn(ctx: Context): Promise<PasskeyChallenge> {
  await takeShared(ctx.limits, 'passkey', ctx.caller)
  // Loaded with the first passkey, like in service.ts.
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({ rpID: relyingParty(ctx).rpID, userVerification: 'required' })
  return { challengeId: await storeChallenge(ctx, options.challenge, null), options }
}

/** @throws Problem `invalid_credentials`, `too_many_requests`, `suspended`. */
export async function signInWithPasskey(ctx: Context, answer: PasskeyResponse): Promise<CompletedSignIn> {
  await takeShared(ctx.limits, 'passkey', ctx.caller)
  const { id } = answer.response
  const passkey = /^[\w-]+$/.test(id) ? await findPasskey(ctx.db, id) : undefined
  try {
    return await verifyAnswer(ctx, answer, passkey)
  } catch (fault) {
    if (fault instanceof Problem && fault.code === 'invalid_credentials') {
      const user = passkey && (await findUser(ctx.db, passkey.userId))
      await recordFailedSignIn(ctx, { method: 'passkey', user })
    }
    throw fault
  }
}

async function verifyAnswer(
  ctx: Context,
  { challengeId, response }: PasskeyResponse,
  passkey: PasskeyRow | undefined,
): Promise<CompletedSignIn> {
  const challenge = await consumeChallenge(ctx, challengeId, null)
  if (!challenge) throw refused('This took too long, or was already done. Please try again.')
  if (!passkey) throw refused('We don’t recognise this passkey.')
  const counter = await verifyCounter(ctx, passkey, challenge, response as unknown as AuthenticationResponseJSON)
  const owner = await findUser(ctx.db, passkey.userId)
  if (owner) await takeSuccess(ctx, { method: 'passkey', user: owner })
  if (owner) await refuseSuspendedSignIn(ctx, owner, 'passkey')

  const enter = async (tx: Db) => {
    const user = await findUserForUpdate(tx, passkey.userId)
    const use = { from: passkey.counter, to: counter, now: ctx.now() }
    const isUsed = await markUsed(tx, passkey.id, use)
    if (!user || !isUsed) throw refused()
    return completeSignIn(ctx, tx, user, 'passkey')
  }
  return transaction(ctx.db, enter, { isThere: ({ session }) => isSessionStored(ctx, session) })
}

/** @returns the authenticator's new signature counter. */
async function verifyCounter(
  ctx: Context,
  { id, userId, publicKey, counter, transports }: PasskeyRow,
  challenge: string,
  response: AuthenticationResponseJSON,
): Promise<number> {
  const { rpID, origin } = relyingParty(ctx)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    // The authenticator stores the user's id with the key, so it must be this account's.
    const { userHandle } = response.response
    if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== userId) throw new Error('another account')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
      requireUserVerification: true,
    })
    if (!verified) throw new Error('the signature does not fit')
    return authenticationInfo.newCounter
  } catch (cause) {
    throw refused(undefined, cause)
  }
}

function refused(detail = 'We couldn’t check the passkey. Please try again.', cause?: unknown): Problem {
  return new Problem('invalid_credentials', { detail, cause })
}
