import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { z } from 'zod'
import type { Challenge } from '#contract/subscription-schemas.ts'
import type { Context } from './context.ts'
import { sharedSecret } from './db/shared-secret.ts'

/** On average half of them are tried: 0.7 s in a browser throttled four times, like a phone's. */
const hashesMost = 50_000
const goodForMs = 10 * 60 * 1000
const secretName = 'subscribe_challenge'

const Solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().max(100),
  number: z.int().min(0).max(hashesMost),
  salt: z.string().max(200),
  signature: z.string().max(100),
})

/** A proof-of-work challenge, valid for ten minutes. */
export async function makeChallenge({ db, now }: Context): Promise<Challenge> {
  const hmacKey = await sharedSecret(db, secretName)
  const expires = new Date(now().getTime() + goodForMs)
  const { challenge, salt, signature } = await createChallenge({
    algorithm: 'SHA-256',
    hmacKey,
    maxnumber: hashesMost,
    expires,
  })
  return { algorithm: 'SHA-256', challenge, maxnumber: hashesMost, salt, signature }
}

/** Whether this is the solution of a challenge of ours; each is accepted once. */
export async function isSolved({ db, limits, now }: Context, altcha: string | null | undefined): Promise<boolean> {
  const solution = altcha ? read(altcha) : undefined
  if (!solution || expiryOf(solution.salt) < now().getTime()) return false
  // Disable the library's expiry check; we use our clock.
  if (!(await verifySolution(solution, await sharedSecret(db, secretName), false))) return false
  return limits.tryTake('challengeSolution', solution.challenge)
}

function read(altcha: string): z.output<typeof Solution> | undefined {
  try {
    return Solution.safeParse(JSON.parse(Buffer.from(altcha, 'base64').toString())).data
  } catch {
    return undefined
  }
}

/** In milliseconds; the salt is signed with the challenge, so no one else writes it. */
function expiryOf(salt: string): number {
  return Number(new URLSearchParams(salt.slice(salt.indexOf('?') + 1)).get('expires')) * 1000
}
