import { isIPv6 } from 'node:net'
import type { Caller } from '../context.ts'
import type { Limits } from './limits.ts'

/** Who is counted as one client: an address, or the 64 bits of an IPv6 network, all of which one subscriber has (RFC 6177). */
export function clientOf(caller: Caller | undefined): string {
  const address = caller?.address ?? ''
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return isIPv6(address) ? `${networkOf(address)}::/64` : address
}

/** One browser at one address, as far as one can tell them apart. */
export function browserOf(caller: Caller | undefined): string {
  return `${clientOf(caller)} ${caller?.userAgent ?? ''}`
}

/** What has a limit for one browser, and a far higher one for all that share its address. */
type Shared = 'signup' | 'forgot' | 'subscribe' | 'passkey'

/**
 * Counts one for the caller's browser, then for its address: what one client uses up must not lock out everyone at the
 * same address, and a client that changes its browser's name at every call must be stopped as well.
 * @throws Problem `too_many_requests`.
 */
export async function takeShared(limits: Limits, name: Shared, caller: Caller | undefined): Promise<void> {
  await limits.take(name, browserOf(caller))
  await limits.take(`${name}Address`, clientOf(caller))
}

/** Takes back what `takeShared` has counted: it did not happen. */
export async function refundShared(limits: Limits, name: Shared, caller: Caller | undefined): Promise<void> {
  await limits.refund(name, browserOf(caller))
  await limits.refund(`${name}Address`, clientOf(caller))
}

function networkOf(address: string): string {
  // The parser writes every address one way: lower case, without leading zeros.
  const [plain = ''] = address.split('%')
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

/** The key for an account and a client that tries to get into it. */
export function signInKey({ email, client }: { email: string; client: string }): string {
  return `${email} ${client}`
}

/** The key of an account and an address that its owner says is theirs. */
export function emailProofKey({ userId, email }: { userId: string; email: string }): string {
  return `${userId} ${email.toLowerCase()}`
}
