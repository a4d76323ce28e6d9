import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits: a session's token, or the token of a link in an email. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a token. A fast hash is enough: tokens have full entropy. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
