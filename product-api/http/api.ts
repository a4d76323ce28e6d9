import type { HttpBindings } from '@hono/node-server'
import type { Hono, Context as HonoContext } from 'hono'
import type { Logger } from 'pino'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor, Context } from '../context.ts'

export type HonoEnv = {
  /** Absent where a test asks the app without a server. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    clientAddress: string
    /** One of our own machines asks, and for nobody else. */
    isFromWithin: boolean
    logger: Logger
    /** The route's pattern, for metrics and logs: an address itself can hold a secret or a person's email. */
    route: string
    /** What the answer says in `Cache-Tag`: from what it was made, or what a write changed. */
    cacheTags?: Set<string>
  }
}
export type HttpContext = HonoContext<HonoEnv>

/** What routes are registered on. */
export type Api = {
  hono: Hono<HonoEnv>
  /** Of the process; every call gets it with its own caller. */
  context: Context
  /** Every endpoint registered so far: for the description of the API and for 405. */
  endpoints: Endpoint[]
  /** @returns nobody for a token that opens no session. */
  findActor: (token: string) => Promise<Actor | undefined>
}
