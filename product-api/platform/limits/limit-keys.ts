import { isIPv6 } from 'node:net'
import type { Caller } from '../context.ts'
import type { Limits } from './limits.ts'

/**
 * The key of a client: its IPv4 address, or its IPv6 network of 64 bits, which belongs to one subscriber (RFC 6177).
 */
export function clientOf(caller: Caller | undefined): string {
  const address = caller?.address ?? ''
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return isIPv6(address) ? `${networkOf(address)}::/64` : address
}

/** The key of a browser: its client's key and the User-Agent. */
export function browserOf(caller: Caller | undefined): string {
  return `${clientOf(caller)} ${caller?.userAgent ?? ''}`
}

/** Actions with a limit for each browser and a far higher one for all browsers at its address. */
type Shared = 'signup' | 'forgot' | 'subscribe' | 'passkey'

/**
 * Counts one for the caller's browser, then for its address. One browser must not lock out everyone at the same
 * address, and a client that changes its User-Agent with every call must be stopped too.
 * @throws Problem `too_many_requests`.
 */
export async function takeShared(limits: Limits, name: Shared, caller: Caller | undefined): Promise<void> {
  await limits.take(name, browserOf(caller))
  await limits.take(`${name}Address`, clientOf(caller))
}

/** Undoes a `takeShared` whose action did not happen. */
export async function refundShared(limits: Limits, name: Shared, caller: Caller | undefined): Promise<void> {
  await limits.refund(name, browserOf(caller))
  await limits.refund(`${name}Address`, clientOf(caller))
}

/** The key of an account and a client that tries to sign in to it. */
export function signInKey({ email, client }: { email: string; client: string }): string {
  return `${email} ${client}`
}

/** The key of an account and an email address that its owner claims. */
export function emailProofKey({ userId, email }: { userId: string; email: string }): string {
  return `${userId} ${email.toLowerCase()}`
}

function networkOf(address: string): string {
  // The URL parser normalises the address: lower case, no leading zeros.
  const [plain = ''] = address.split('%')
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
