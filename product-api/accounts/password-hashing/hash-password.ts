import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Caller } from '#platform/context.ts'
import { createFairQueue } from '#platform/limits/fair-queue.ts'
import { clientOf } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'

/** Argon2id with the parameters of OWASP's password storage guidance: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One for the process, because it limits processor time and memory.
const withinConcurrencyLimit = createConcurrencyLimit({ atOnce: 2, waitingMost: 24, waitingMostEach: 4 })

/** Verified for unknown accounts and those without a password, so that they take as long as others. */
const dummyHash = hash(randomBytes(18).toString('base64'), cost)

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
    const same = await verify(passwordHash ?? (await dummyHash), normalise(password))
    return same && Boolean(passwordHash)
  })
}

/** Makes a password the same on every keyboard (NFKC, NIST SP 800-63B §5.1.1.2). */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

/** Identifies the client, so that one client can't fill the hashing queue. */
type Requester = { client: string; isKnown: boolean }

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
    const detail = 'Too many people are signing in right now. Please try again in 2 seconds.'
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

type ConcurrencyLimit = <T>(requester: Requester, work: () => Promise<T>) => Promise<T>

type Size = {
  atOnce: number
  /** The length of each of the two queues, for known and for unknown requesters. */
  waitingMost: number
  waitingMostEach: number
}

/**
 * Runs `atOnce` tasks in parallel and queues the others: known requesters first, then unknown ones; in each queue,
 * clients take turns.
 * @throws TooBusy if the queue is full.
 */
export function createConcurrencyLimit({
  atOnce,
  waitingMost: most,
  waitingMostEach: mostEach,
}: Size): ConcurrencyLimit {
  const known = createFairQueue({ most, mostEach })
  const unknown = createFairQueue({ most, mostEach })
  let running = 0
  const release = () => {
    const next = known.next() ?? unknown.next()
    // The next one takes over the slot, so `running` stays the same.
    if (next) next.begin()
    else running--
  }
  return async ({ client, isKnown }, work) => {
    if (running < atOnce) running++
    else {
      const { promise, resolve: begin, reject } = Promise.withResolvers<void>()
      const hasPlace = (isKnown ? known : unknown).add(client, { begin, refuse: () => reject(new TooBusy()) })
      if (!hasPlace) throw new TooBusy()
      await promise
    }
    try {
      return await work()
    } finally {
      release()
    }
  }
}
