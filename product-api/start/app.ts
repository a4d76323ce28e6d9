import type { BlockList } from 'node:net'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { GoogleVerifier } from '#accounts/google-verifier.ts'
import { accountRoutes } from '#accounts/routes.ts'
import { findActor } from '#accounts/sessions.ts'
import { adminRoutes } from '#admin/routes.ts'
import { bookRoutes } from '#books/routes.ts'
import type { PartCheck } from '#doctor/checks.ts'
import { doctorRoutes } from '#doctor/routes.ts'
import { fileRoutes } from '#files/routes.ts'
import { newsletterRoutes } from '#newsletters/routes.ts'
import type { ChangeFeed } from '#platform/change-feed/change-feed.ts'
import { changeRoutes } from '#platform/change-feed/routes.ts'
import type { Context } from '#platform/context.ts'
import type { Api, HonoEnv } from '#platform/http/api.ts'
import { apiReferenceRoutes } from '#platform/http/api-reference.ts'
import { answerFailures } from '#platform/http/failures.ts'
import { type HealthCheck, healthRoutes } from '#platform/http/health.ts'
import { type Metrics, middleware } from '#platform/http/middleware.ts'
import { readTrustedProxies } from '#platform/http/trusted-proxies.ts'
import { mailRoutes } from '#platform/mail/routes.ts'
import { wakeReadingList } from '#podcasts/private-podcast.ts'
import { podcastRoutes } from '#podcasts/routes.ts'
import { storyRoutes } from '#stories/routes.ts'
import { followProvenEmail } from '#subscriptions/change-subscriber-email.ts'
import { subscriptionRoutes } from '#subscriptions/routes.ts'

export type AppDeps = {
  context: Context
  feed: ChangeFeed
  logger: Logger
  metrics: Metrics
  /** Absent if sign-in with Google is not configured. */
  google?: GoogleVerifier | undefined
  /** The parts, besides the database, that have to work for `/readyz`. */
  checks?: HealthCheck[]
  /** The proxies whose X-Forwarded-For is trusted; only this machine by default. */
  trustedProxies?: BlockList
  /** The folder that emails are written to without a mail server. */
  outbox?: string | undefined
  /** The secret that signs bounce reports by HTTP; absent if they are not accepted. */
  bounceSecret?: string | undefined
  /** The parts of the system whose state administrators see. */
  parts?: readonly PartCheck[]
}

/** Builds the Hono app of the product API from its parts; it opens no connection and does not listen. */
export function createApp(deps: AppDeps): Hono<HonoEnv> {
  const { context, feed, logger, metrics, google, checks = [], trustedProxies, outbox, bounceSecret, parts = [] } = deps
  const hono = new Hono<HonoEnv>()
  const api: Api = { hono, context, findActor: (token) => findActor(context, token) }
  hono.use(...middleware(logger, metrics, trustedProxies ?? readTrustedProxies('')))
  answerFailures(api)

  healthRoutes(api, { metrics, checks })
  changeRoutes(api, { feed })
  storyRoutes(api, { onBookmarked: wakeReadingList })
  fileRoutes(api)
  podcastRoutes(api)
  newsletterRoutes(api, { bounceSecret })
  subscriptionRoutes(api)
  accountRoutes(api, { google, onEmailProven: followProvenEmail })
  mailRoutes(api, { outbox })
  bookRoutes(api)
  adminRoutes(api)
  doctorRoutes(api, { parts })
  apiReferenceRoutes(api, { title: context.productName, publicUrl: context.publicUrl })
  return hono
}
