import type { IncomingMessage } from 'node:http'

/**
 * The address that limits count by. Behind a proxy of ours (`TRUST_PROXY=on`) it is the last one in X-Forwarded-For: what
 * that proxy saw, and not what the client wrote before it.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = request.headers['x-forwarded-for']
  if (trustProxy && typeof forwarded === 'string') {
    const last = forwarded.split(',').at(-1)?.trim()
    if (last) return last
  }
  return request.socket.remoteAddress ?? 'unknown'
}
