import { isIP } from 'node:net'

/** Whether a host is this machine. */
export function isLocal(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)
}

/** Whether a host is this machine, or in a private network: by its address (RFC 1918, RFC 4193), or a name without a dot. */
export function isNear(host: string): boolean {
  if (isLocal(host)) return true
  const bare = host.replace(/^\[|\]$/g, '')
  if (!isIP(bare)) return !bare.includes('.')
  return /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd])/i.test(bare)
}

/** Whether an email address is of a domain that nobody can own (RFC 2606), like those of our defaults. */
export function isReserved(address: string): boolean {
  return /[@.](?:example|test|invalid|localhost|example\.(?:com|net|org))$/i.test(address)
}
