import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { secretBeginnings } from '#contract/calls-in-front.ts'
import { hasDotSegment, pages } from '#lib/page-cache/pages.ts'
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
 * The decoded path; undefined if it cannot be read (broken percent-escapes, no valid UTF-8, a NUL), or if it climbs.
 */
export function decodedPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '')
    return path.includes('\0') || hasDotSegment(path) ? undefined : path
  } catch {
    return undefined
  }
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

/** The part of each secret address before its secret, e.g. `/reset-password/`. */
const secretAddresses = [
  ...pages.filter(({ secret }) => secret).map(({ path }) => path.slice(0, path.indexOf(':'))),
  // Not a page: a reader's own feed.
  '/reading-list/',
  ...secretBeginnings.map((beginning) => `/api${beginning}`),
]

/** An address as it may appear in a log: without its query, without secrets, and of limited length. */
export function loggedPath(url: string): string {
  // A request's target may be a whole address (RFC 9112 §3.2.2).
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?', 1)
  const beginning = secretAddresses.find((secret) => path.toLowerCase().startsWith(secret))
  return beginning ? `${beginning}…` : path.slice(0, 300)
}

const pageMethods = ['GET', 'HEAD']

/**
 * Answers OPTIONS with the methods of a page or file (RFC 9110, 9.3.7), and refuses all others.
 * @returns false if the method is to be answered elsewhere.
 */
export function answerMethod({ method = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (pageMethods.includes(method)) return false
  response.setHeader('allow', [...pageMethods, 'OPTIONS'].join(', '))
  if (method === 'OPTIONS') response.writeHead(204, { 'cache-control': 'no-store' }).end()
  else answerLine(response, 405, 'There is nothing here for this method.')
  return true
}

/** Answers with a line of plain text, which no one keeps. */
export function answerLine(
  response: ServerResponse,
  status: number,
  line: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const shared = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(status, { ...shared, ...headers })
  response.end(`${line}\n`)
}
