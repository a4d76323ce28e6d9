import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor, Caller, Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { answerEvents, EventAnswer } from './answer-events.ts'
import { answerDownload, answerFile, Download, FileAnswer } from './answer-file.ts'
import type { Api, HonoEnv, HttpContext } from './api.ts'
import { collectCacheTags } from './cache-tags.ts'
import { parseInput } from './input.ts'

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

/** A permanent redirect (308). */
export class MovedTo {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

/** A redirect to a page (303). */
export class SeeOther {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }
}

/**
 * Serves one endpoint of the contract: parses the input by its schemas (`bad_request` names the fields), checks the
 * caller's rights, and strips everything from the answer that its schema does not name.
 */
export function endpoint<E extends Endpoint>(
  api: Api,
  contract: E,
  handle: (
    ctx: CallContext<E>,
    call: Call<E>,
  ) => Promise<z.input<E['response']> | MovedTo | SeeOther | FileAnswer | Download | EventAnswer>,
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
      file: fileOf(contract, c),
      takesEvents: contract.events !== undefined && wantsEvents(c.req.header('accept')),
      // A getter: reading the signal costs the request its fast path.
      get signal() {
        return c.req.raw.signal
      },
      answer: new Headers(),
    } as Call<E>
    const noted = collectCacheTags(api.context, c)
    const ctx = { ...api.context, ...noted, actor, caller: callerOf(c) } as CallContext<E>
    const result = await handle(ctx, call)
    if (result instanceof MovedTo) return c.body(null, 308, { location: result.path })
    if (result instanceof SeeOther) return c.body(null, 303, { location: result.url, 'cache-control': 'no-store' })
    if (result instanceof FileAnswer) return answerFile(c, result, contract.answersFile ?? 'application/octet-stream')
    if (result instanceof Download) return answerDownload(c, result, contract.answersFile ?? 'application/octet-stream')
    if (result instanceof EventAnswer) return answerEvents(c, result, contract.events ?? contract.response)
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

function fileOf(contract: Endpoint, c: HttpContext): ReadableStream<Uint8Array> | null {
  return contract.takesFile ? c.req.raw.body : null
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
