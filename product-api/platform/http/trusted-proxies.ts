import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * The addresses whose X-Forwarded-For is trusted: this machine and the comma-separated addresses and ranges in `text`.
 * @throws Error with one sentence naming the entry that is malformed.
 */
export function readTrustedProxies(text: string): BlockList {
  const proxies = new BlockList()
  proxies.addSubnet('127.0.0.0', 8)
  proxies.addAddress('::1', 'ipv6')
  for (const entry of text.split(',').map((part) => part.trim())) if (entry) addEntry(proxies, entry)
  return proxies
}

export function isTrustedProxy(proxies: BlockList, address: string): boolean {
  const plain = plainAddress(address)
  return isIP(plain) !== 0 && proxies.check(plain, familyOf(plain))
}

function addEntry(proxies: BlockList, entry: string): void {
  const [first = '', bits, ...more] = entry.split('/')
  const address = plainAddress(first)
  const most = isIPv6(address) ? 128 : 32
  const isRange = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= most
  if (!isIP(address) || more.length > 0 || (bits !== undefined && !isRange)) {
    const fault = `${JSON.stringify(entry)} is neither an IP address nor a range of them such as 10.0.0.0/8`
    throw new Error(`The setting WEB_ADDRESSES is wrong: ${fault}`)
  }
  if (isRange) proxies.addSubnet(address, Number(bits), familyOf(address))
  else proxies.addAddress(address, familyOf(address))
}

/** Strips the zone of a link-local address and unmaps IPv4 addresses that a dual-stack socket shows as IPv6. */
function plainAddress(address: string): string {
  const [withoutZone = ''] = address.split('%')
  return /^::ffff:([\d.]+)$/i.exec(withoutZone)?.[1] ?? withoutZone
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
