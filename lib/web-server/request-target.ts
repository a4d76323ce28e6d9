import type { IncomingMessage } from 'node:http'

/**
 * The path and query of a request. A whole address as the target (RFC 9112, section 3.2.2) is taken apart, its
 * host counts instead of the Host header.
 * @returns undefined for a target that is no address, and for more than one Host (section 3.2).
 */
export function readTarget(request: IncomingMessage): string | undefined {
  if (hasTwoHosts(request.rawHeaders)) return undefined
  const target = request.url ?? '/'
  if (target.startsWith('/')) return target
  const whole = /^https?:\/\//i.test(target) ? URL.parse(target) : null
  if (!whole) return undefined
  request.url = whole.pathname + whole.search
  request.headers.host = whole.host
  return request.url
}

function hasTwoHosts(rawHeaders: string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
