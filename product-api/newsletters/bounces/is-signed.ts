import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceMs = 5 * 60_000

/** What comes with a report by HTTP: when it was signed (Unix seconds), and `sha256=` with the HMAC of that and the body. */
export type Signature = { timestamp: string; signature: string }

/** Whether a body was signed with the secret, within five minutes of now. Every wrong signature takes the same time. */
export function isSigned(body: Uint8Array, { timestamp, signature }: Signature, secret: string, now: Date): boolean {
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1] ?? '', 'hex')
  // With another length there is nothing to compare; the comparison runs anyway.
  const isRight = timingSafeEqual(given.length === expected.length ? given : Buffer.alloc(expected.length), expected)
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1000 - now.getTime()) <= toleranceMs
  return isRight && isFresh
}
