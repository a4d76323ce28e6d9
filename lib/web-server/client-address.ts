import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The address that limits count by. Behind a proxy of ours (`TRUST_PROXY=on`) it is the last one in X-Forwarded-For: what
 * that proxy saw, and not what the client wrote before it.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = request.headers['x-forwarded-for']
  const named = trustProxy && typeof forwarded === 'string' ? addressIn(forwarded.split(',').at(-1) ?? '') : undefined
  return named ?? request.socket.remoteAddress ?? 'unknown'
}

/** The IP address alone: some proxies write its port behind it, and IPv6 in brackets (RFC 7239, section 6). */
function addressIn(node: string): string | undefined {
  const text = node.trim().replace(/^"(.*)"$/, '$1')
  const bare = /^\[([^\]]*)\](?::\d*)?$/.exec(text)?.[1] ?? /^([\d.]+):\d*$/.exec(text)?.[1] ?? text
  return isIP(bare) ? bare : undefined
}
