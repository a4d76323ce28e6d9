import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { inSentences, parsePart, type WrongFields, withIfMatch } from '#contract/input.ts'
import type { Actor, Caller, Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { Api, HonoEnv, HttpContext } from './api.ts'

const bodyMostBytes = 4 * 1024 * 1024
const userAgentMost = 400
const knownBrowserMost = 200

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** The context for a call's services: the process's context, the user and where the call comes from. */
type CallContext<E extends Endpoint = Endpoint> = Context & {
  actor: E extends { auth: 'user' | 'admin' } ? Actor : Actor | undefined
  caller: Caller
}

/** A validated call, and the headers of its answer. */
export type Call<E extends Endpoint = Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  /** The body of a call that takes a file, as a stream. */
  file: ReadableStream<Uint8Array> | null
  /** The requested path, without the query. */
  path: string
  searchParams: URLSearchParams
  /** The request's method: the handlers of GET get HEAD too. */
  method: string
  headers: Headers
  /** The caller accepts the answer as an event stream. */
  takesEvents: boolean
  /** Aborted when the caller goes away before it is answered. */
  signal: AbortSignal
  /** Headers for the answer. */
  answer: Headers
}

/** An answer other than the JSON of the call's response. */
export class Answer {
  readonly write: (c: HttpContext, contract: Endpoint) => Response | Promise<Response>

  constructor(write: Answer['write']) {
    this.write = write
  }
}

/** Answers a permanent redirect (308). */
export function movedTo(path: string): Answer {
  return new Answer((c) => c.body(null, 308, { location: path }))
}

/** Answers a redirect to a page (303). */
export function seeOther(url: string): Answer {
  return new Answer((c) => c.body(null, 303, { location: url, 'cache-control': 'no-store' }))
}

/**
 * Serves one endpoint of the contract: parses the input by its schemas (`bad_request` names the fields), checks the
 * caller's rights, and strips everything from the answer that its schema does not name.
 */
export function endpoint<E extends Endpoint>(
  api: Api,
  contract: E,
  handle: (ctx: CallContext<E>, call: Call<E>) => Promise<z.input<E['response']> | Answer>,
): void {
  const limit = bodyLimit({
    maxSize: bodyMostBytes,
    onError: () => {
      throw new Problem('too_large', { detail: `A body has at most ${bodyMostBytes} bytes` })
    },
  })
  const named: MiddlewareHandler<HonoEnv> = async (c, next) => {
    c.set('route', contract.path)
    await next()
  }
  // The size of a file is checked while it is received.
  const before = contract.takesFile ? [named] : [named, limit]
  api.hono.on(contract.method, [contract.path], ...before, async (c) => {
    const actor = await actorOf(api, contract, c)
    const call = {
      ...(await parseInput(contract, c)),
      ...addressOf(c),
      file: contract.takesFile ? c.req.raw.body : null,
      takesEvents: contract.events !== undefined && wantsEvents(c.req.header('accept')),
      // A getter: reading the signal costs the request its fast path.
      get signal() {
        return c.req.raw.signal
      },
      answer: new Headers(),
    } as Call<E>
    const noted = collectCacheTags(api.context, contract, c)
    const ctx = { ...api.context, ...noted, actor, caller: callerOf(c) } as CallContext<E>
    const result = await handle(ctx, call)
    if (result instanceof Answer) return result.write(c, contract)
    for (const [name, value] of call.answer) c.header(name, value)
    return c.json(contract.response.parse(result), contract.status ?? 200)
  })
}

function addressOf(c: HttpContext) {
  const url = new URL(c.req.url)
  const { method, headers } = c.req.raw
  return { path: url.pathname, searchParams: url.searchParams, method, headers }
}

/** Only if the type is named: a caller that accepts anything expects JSON. */
function wantsEvents(accept = ''): boolean {
  return /(?:^|,)\s*text\/event-stream\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept)
}

function callerOf(c: HttpContext): Caller {
  const { headers } = c.req.raw
  const userAgent = headers.get('user-agent')?.slice(0, userAgentMost) ?? ''
  const knownBrowser = headers.get('x-known-browser')?.slice(0, knownBrowserMost)
  return { address: c.get('clientAddress'), userAgent, knownBrowser, isFromWithin: c.get('isFromWithin') }
}

async function actorOf(api: Api, contract: Endpoint, c: HttpContext): Promise<Actor | undefined> {
  const token = /^Bearer ([\w.~+/=-]{1,512})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const actor = token ? await api.findActor(token) : undefined
  if (contract.auth && !actor) throw new Problem('unauthenticated')
  if (contract.auth === 'admin' && actor?.role !== 'admin') throw new Problem('forbidden')
  return actor
}

/** The part of a call's context that collects the tags of what it reads and changes, for its response. */
function collectCacheTags(context: Context, { method }: Endpoint, c: HttpContext): Pick<Context, 'shows' | 'changed'> {
  const noted = new Set<string>()
  c.set('cacheTags', noted)
  const note = (names: readonly string[]) => {
    for (const name of names) noted.add(name)
  }
  return {
    shows: method === 'GET' ? note : () => undefined,
    changed: {
      raise: (names) => {
        note(names)
        context.changed.raise(names)
      },
    },
  }
}

/** Adds a `Link` header (RFC 8288) with the address of a list's next page: the same call with another cursor. */
export function linkNext(call: Pick<Call, 'path' | 'searchParams' | 'answer'>, known: string[], cursor: string): void {
  const query = new URLSearchParams()
  for (const name of known) {
    const value = call.searchParams.get(name)
    if (value !== null && name !== 'cursor') query.set(name, value)
  }
  query.set('cursor', cursor)
  call.answer.append('link', `<${call.path}?${query}>; rel="next"`)
}

// JSON always escapes both, so a text without these escapes needs no further check.
const maybeBroken = /\\u(?:0000|d[89a-f])/i

/**
 * A call's parameters, query and body by the contract's schemas.
 * @throws Problem `bad_request` with a sentence for every field that is wrong.
 */
async function parseInput(contract: Endpoint, c: HttpContext) {
  const fields: WrongFields = {}
  const input = {
    params: parsePart(contract.params, c.req.param(), fields),
    query: parsePart(contract.query, c.req.query(), fields),
    body: contract.body ? parsePart(contract.body, await readBody(c, contract), fields) : undefined,
  }
  if (Object.keys(fields).length > 0) throw new Problem('bad_request', { detail: inSentences(fields), fields })
  return input
}

async function readBody(c: HttpContext, contract: Endpoint): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new Problem('bad_request', { detail: 'The body must be JSON: send content-type application/json' })
  }
  const text = await c.req.text()
  const body = parseJson(text)
  if (maybeBroken.test(text) && hasBrokenText(body)) {
    throw new Problem('bad_request', { detail: 'The body has a NUL character, or half of a surrogate pair' })
  }
  return withIfMatch(contract.body, c.req.header('if-match') ?? null, body)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('bad_request', { detail: 'The body is not valid JSON', cause })
  }
}

/** Whether PostgreSQL would refuse one of the texts: a NUL in any column, half of a surrogate pair in JSON. */
function hasBrokenText(body: unknown): boolean {
  // Iterative: the body may be nested deeper than the stack.
  const left = [body]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) left.push(name, inner)
  }
  return false
}
