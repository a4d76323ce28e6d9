import type { HttpBindings } from '@hono/node-server'
import type { Hono, Context as HonoContext } from 'hono'
import type { Logger } from 'pino'
import type { Actor, Context } from '../context.ts'

export type HonoEnv = {
  /** Absent if a test calls the app without a server. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    clientAddress: string
    /** The request comes from one of our own machines and is not forwarded. */
    isFromWithin: boolean
    logger: Logger
    /** The route's pattern, for metrics and logs: an address itself can contain a secret or a person's email. */
    route: string
    /** The tags of the `Cache-Tag` header: what the answer depends on, or what a write changed. */
    cacheTags?: Set<string>
  }
}
export type HttpContext = HonoContext<HonoEnv>

/** The app that routes are registered on. */
export type Api = {
  hono: Hono<HonoEnv>
  /** The context of the process; every call gets it with its own caller. */
  context: Context
  /** @returns undefined for a token without a session. */
  findActor: (token: string) => Promise<Actor | undefined>
}
