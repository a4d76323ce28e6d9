import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Requester } from './limit-concurrency.ts'
import { createConcurrencyLimit } from './limit-concurrency.ts'

/** Argon2id as OWASP's password storage guidance has it: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One for the whole process, because processor and memory are what is scarce.
const withinConcurrencyLimit = createConcurrencyLimit({ atOnce: 2, waitingMost: 24, waitingMostEach: 4 })

/** For accounts that are not there or have no password: looking at it takes as long as at a real one. */
const nobodysHash = hash(randomBytes(18).toString('base64'), cost)

/** @throws TooBusy if too many wait already. */
export function hashPassword(password: string, requester: Requester): Promise<string> {
  return withinConcurrencyLimit(requester, () => hash(fold(password), cost))
}

/** @throws TooBusy if too many wait already. */
export function isPassword(
  password: string,
  passwordHash: string | null | undefined,
  requester: Requester,
): Promise<boolean> {
  return withinConcurrencyLimit(requester, async () => {
    const same = await verify(passwordHash ?? (await nobodysHash), fold(password))
    return same && Boolean(passwordHash)
  })
}

/** The same password whatever keyboard typed it (NFKC, NIST SP 800-63B §5.1.1.2). */
function fold(password: string): string {
  return password.normalize('NFKC')
}
