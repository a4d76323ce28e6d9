import { createHash, randomBytes } from 'node:crypto'

/** A secret that opens a session or proves that an email arrived: 256 random bits can't be guessed. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. Fast on purpose: it is random already, so there is nothing to try. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
