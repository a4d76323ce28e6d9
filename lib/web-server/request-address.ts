import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { calls } from '#contract/calls.ts'
import { pages } from '#lib/page-cache/pages.ts'
import { hasTwoHosts } from '#runtime/http-server.ts'

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

const secretPaths = [
  ...pages.filter(({ secret }) => secret).map(({ path }) => path),
  // Not a page: a reader's own feed.
  '/reading-list/:key/feed.xml',
  ...calls.filter(({ hasSecretPath }) => hasSecretPath).map(({ path }) => `/api${path}`),
]
/** The part before the first parameter of each, e.g. `/reset-password/`. */
const secretBeginnings = [...new Set(secretPaths.map((path) => path.slice(0, path.indexOf(':'))))]

/** An address as it may appear in a log: without its query, without secrets, and of limited length. */
export function loggedPath(url: string): string {
  // A request's target may be a whole address (RFC 9112 §3.2.2).
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?', 1)
  const beginning = secretBeginnings.find((secret) => path.toLowerCase().startsWith(secret))
  return beginning ? `${beginning}…` : path.slice(0, 300)
}
