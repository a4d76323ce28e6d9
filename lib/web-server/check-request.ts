import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { calls } from '#contract/calls.ts'
import { findCall, methodsOf } from '#contract/find-call.ts'
import { problemBody } from '#contract/problems.ts'
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

const pageMethods = ['GET', 'HEAD']
/** The methods that Next passes on to the BFF, which answers 404 if an address is no call. */
const callMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
/** A password and a passkey come in a form; every other address of next-auth's takes both. */
const signInForm = /^\/api\/auth\/callback\/(?:credentials|passkey)$/

/**
 * Answers OPTIONS with the methods of an address (RFC 9110, 9.3.7), and refuses all others.
 * @returns false if the method is to be answered elsewhere.
 */
export function answerMethod(request: IncomingMessage, response: ServerResponse, path: string): boolean {
  const { method = '' } = request
  const isCall = path.startsWith('/api/')
  // Nearly always: the others need not be looked for.
  if (isCall && findCall(method === 'HEAD' ? 'GET' : method, path.slice('/api'.length))) return false
  const methods = isCall ? methodsOfCall(path) : pageMethods
  if (methods.includes(method) || (methods.length === 0 && callMethods.includes(method))) return false
  const allow = [...methods, 'OPTIONS'].join(', ')
  if (methods.length > 0) response.setHeader('allow', allow)
  if (methods.length === 0) refuseCall(response, 'not_found', 'There is no such call.')
  else if (method === 'OPTIONS') response.writeHead(204, { 'cache-control': 'no-store' }).end()
  else if (isCall) refuseCall(response, 'method_not_allowed', `This address answers ${allow}.`)
  else answerLine(response, 405, 'There is nothing here for this method.')
  return true
}

function methodsOfCall(path: string): string[] {
  if (signInForm.test(path)) return ['POST']
  return path.startsWith('/api/auth/') ? [...pageMethods, 'POST'] : methodsOf(path.slice('/api'.length))
}

function refuseCall(response: ServerResponse, code: 'not_found' | 'method_not_allowed', detail: string): void {
  const requestId = randomUUID()
  const body = problemBody(code, detail, requestId)
  response.writeHead(body.status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  })
  response.end(JSON.stringify(body))
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
