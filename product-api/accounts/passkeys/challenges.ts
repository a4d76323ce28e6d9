import type { Context } from '#platform/context.ts'
import { isId, newId } from '#platform/db/id.ts'
import * as repository from './repository.ts'

const lifeMs = 5 * 60 * 1000

/** The site as authenticators know it (W3C Web Authentication Level 3 §5.1.2). */
export function relyingParty({ publicUrl, productName }: Pick<Context, 'publicUrl' | 'productName'>) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, rpName: productName, origin }
}

/** Keeps what a browser is asked to sign; `userId` if a passkey is being made. @returns the challenge's id. */
export async function keepChallenge(ctx: Context, challenge: string, userId: string | null): Promise<string> {
  const now = ctx.now()
  const id = newId(now)
  await repository.deleteExpiredChallenges(ctx.db, now)
  await repository.insertChallenge(ctx.db, { id, challenge, userId, expiresAt: new Date(now.getTime() + lifeMs) })
  return id
}

/** The challenge, once: it is used up even if the answer to it turns out wrong, so no transaction is around it. */
export async function takeChallenge(ctx: Context, id: string, userId: string | null): Promise<string | undefined> {
  if (!isId(id)) return undefined
  return repository.deleteChallenge(ctx.db, { id, userId, now: ctx.now() })
}

export function forgetExpiredChallenges({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  return repository.deleteExpiredChallenges(db, now())
}
