import type { BlockList } from 'node:net'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { auditRoutes } from './administration/audit-routes.ts'
import { jobRoutes } from './administration/job-routes.ts'
import type { PartCheck } from './administration/system-check.ts'
import { systemRoutes } from './administration/system-routes.ts'
import { bookmarkRoutes } from './bookmarks/routes.ts'
import { bookRoutes } from './books/routes.ts'
import { bounceRoutes } from './bounces/routes.ts'
import type { ChangeFeed } from './changes/change-feed.ts'
import { changeRoutes } from './changes/routes.ts'
import { anyStateRoutes } from './contents/any-state-routes.ts'
import { contentRoutes } from './contents/routes.ts'
import { writingRoutes } from './contents/writing-routes.ts'
import type { Context } from './context.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { emailProofRoutes } from './email-proof/routes.ts'
import { observe } from './http/access-log.ts'
import { protectAnswers } from './http/answer-headers.ts'
import type { Api, HonoEnv } from './http/api.ts'
import { sayCacheTags } from './http/cache-tags.ts'
import { descriptionRoutes } from './http/description-routes.ts'
import { answerFailures } from './http/failures.ts'
import { type HealthCheck, healthRoutes } from './http/health.ts'
import type { Metrics } from './http/metrics.ts'
import { readPeers } from './http/peers.ts'
import { identify, refuseBadUrls } from './http/request-guard.ts'
import { mailRoutes } from './mail/routes.ts'
import { preferenceRoutes } from './newsletters/preferences-routes.ts'
import { newsletterRoutes } from './newsletters/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { podcastRoutes } from './podcasts/routes.ts'
import { publicationRoutes } from './publications/routes.ts'
import { readingListRoutes } from './reading-list/routes.ts'
import { readRoutes } from './reads/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { mailingRoutes } from './sends/mailing-routes.ts'
import { sendRoutes } from './sends/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { findActor } from './sessions/service.ts'
import type { GoogleVerifier } from './sign-in/google-verifier.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { signUpRoutes } from './sign-up/routes.ts'
import { subscriberFileRoutes } from './subscriber-files/routes.ts'
import { suppressionRoutes } from './suppressions/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { userRoutes } from './users/routes.ts'

export type AppDeps = {
  context: Context
  feed: ChangeFeed
  logger: Logger
  metrics: Metrics
  /** Absent if no sign-in with Google is set up. */
  google?: GoogleVerifier | undefined
  /** Beside the database: what must work before requests are sent here. */
  checks?: HealthCheck[]
  /** Whose X-Forwarded-For is trusted; this machine's by default. */
  peers?: BlockList
  /** The folder that emails are written to if no mail server is set. */
  outbox?: string | undefined
  /** Signs the reports of bounces that come by HTTP; absent if none may. */
  bounceSecret?: string | undefined
  /** What administrators see the state of. */
  parts?: readonly PartCheck[]
}

/** The product API as one function of requests; it opens nothing and listens nowhere. */
export function createApp(deps: AppDeps): Hono<HonoEnv> {
  const { context, feed, logger, metrics, google, checks = [], peers, outbox, bounceSecret, parts = [] } = deps
  const hono = new Hono<HonoEnv>()
  const api: Api = { hono, context, findActor: (token) => findActor(context, token) }
  hono.use(identify(logger, peers ?? readPeers('')), protectAnswers, sayCacheTags, observe(metrics), refuseBadUrls)
  answerFailures(api)

  healthRoutes(api, { db: context.db, limits: context.limits, metrics, checks })
  changeRoutes(api, { feed })
  // Before the stories: `/contents/search` would be taken for a slug.
  searchRoutes(api)
  readRoutes(api)
  contentRoutes(api)
  writingRoutes(api)
  anyStateRoutes(api)
  bookmarkRoutes(api)
  publicationRoutes(api)
  uploadRoutes(api)
  podcastRoutes(api)
  readingListRoutes(api)
  sendRoutes(api)
  mailingRoutes(api)
  newsletterRoutes(api)
  suppressionRoutes(api)
  preferenceRoutes(api)
  subscriberFileRoutes(api)
  bounceRoutes(api, { secret: bounceSecret })
  signInRoutes(api, { google })
  signUpRoutes(api)
  sessionRoutes(api)
  userRoutes(api)
  peopleRoutes(api)
  passwordRoutes(api)
  emailProofRoutes(api)
  passkeyRoutes(api)
  dashboardRoutes(api)
  mailRoutes(api, { outbox })
  bookRoutes(api)
  jobRoutes(api)
  auditRoutes(api)
  systemRoutes(api, { parts })
  descriptionRoutes(api, { title: context.productName, publicUrl: context.publicUrl })
  return hono
}
