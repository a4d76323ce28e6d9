import { isIPv6 } from 'node:net'
import type { Caller } from '../context.ts'

/** Who is counted as one client: an address, or the 64 bits of an IPv6 network, all of which one subscriber has (RFC 6177). */
export function clientOf(caller: Caller | undefined): string {
  const address = caller?.address ?? ''
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return isIPv6(address) ? `${networkOf(address)}::/64` : address
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
