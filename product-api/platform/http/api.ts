import type { HttpBindings } from '@hono/node-server'
import type { Hono, Context as HonoContext } from 'hono'
import type { Logger } from 'pino'
import type { Actor, Context } from '../context.ts'

export type HonoEnv = {
  /** Absent if a test asks the app without a server. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    clientAddress: string
    /** One of our own machines asks, on no one else's behalf. */
    isFromWithin: boolean
    logger: Logger
    /** The route's pattern, for metrics and logs: an address itself can contain a secret or a person's email. */
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
  /** @returns undefined for a token without a session. */
  findActor: (token: string) => Promise<Actor | undefined>
}
