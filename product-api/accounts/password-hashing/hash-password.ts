import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Caller } from '#platform/context.ts'
import { createConcurrencyLimit, type Requester } from '#platform/limits/fair-queue.ts'
import { clientOf } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'

/** Argon2id with the parameters of OWASP's password storage guidance: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One for the process, because it limits processor time and memory.
const withinConcurrencyLimit = createConcurrencyLimit({
  ...{ atOnce: 2, waitingMost: 24, waitingMostEach: 4 },
  tooBusy: () => new TooBusy(),
})

/**
 * Verified for unknown accounts and those without a password, so that they take as long as others. It is random: no
 * password is known to have it.
 */
const dummyHash = [
  '$argon2id$v=19',
  `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`,
  ...[16, 32].map((bytes) => randomBytes(bytes).toString('base64').replaceAll('=', '')),
].join('$')

/** @throws TooBusy if too many wait already. */
export function hashPassword(password: string, requester: Requester): Promise<string> {
  return withinConcurrencyLimit(requester, () => hash(normalise(password), cost))
}

/** @throws TooBusy if too many wait already. */
export function isPassword(
  password: string,
  passwordHash: string | null | undefined,
  requester: Requester,
): Promise<boolean> {
  return withinConcurrencyLimit(requester, async () => {
    const same = await verify(passwordHash ?? dummyHash, normalise(password))
    return same && Boolean(passwordHash)
  })
}

/** Makes a password the same on every keyboard (NFKC, NIST SP 800-63B §5.1.1.2). */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

/** A requester identified by address only, which others may share. */
export function unknownRequester(caller: Caller | undefined): Requester {
  return { client: clientOf(caller), isKnown: false }
}

/** A requester who belongs to an account: proven by a session, a link in an email, or a known browser. */
export function knownRequester(userId: string): Requester {
  return { client: userId, isKnown: true }
}

/** Thrown if the queue is full. The work was not started, so `refundIfTooBusy` refunds its limits. */
export class TooBusy extends Problem {
  constructor() {
    const detail = 'Too many people are logging in right now. Please try again in 2 seconds.'
    super('too_many_requests', { detail, retryAfterSeconds: 2 })
  }
}

/** Awaits work behind a concurrency limit, and calls `refund` only if the queue was full. */
export async function refundIfTooBusy<T>(work: Promise<T>, refund: () => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (fault) {
    if (fault instanceof TooBusy) await refund()
    throw fault
  }
}
