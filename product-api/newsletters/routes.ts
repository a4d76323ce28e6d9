import { bounces } from '#contract/suppressions.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { receiveReport } from './bounces/receive-report.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { storyMailingRoutes } from './story-emails/routes.ts'

/** The calls about newsletters: sends and their reports, stories that wait, the archive, bounces. */
export function newsletterRoutes(api: Api, { bounceSecret }: { bounceSecret: string | undefined }): void {
  campaignRoutes(api)
  storyMailingRoutes(api)
  endpoint(api, bounces.report, async (ctx, call) => ({ result: await receiveReport(ctx, call, bounceSecret) }))
}
