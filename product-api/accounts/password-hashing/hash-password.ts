import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Requester } from './limit-concurrency.ts'
import { createConcurrencyLimit } from './limit-concurrency.ts'

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
