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
  bounceRoutes(api, { secret: bounceSecret })
}

/** `secret`: signs what comes; absent if no webhook is set up. */
function bounceRoutes(api: Api, { secret }: { secret?: string | undefined }): void {
  endpoint(api, bounces.report, async (ctx, { headers, file }) => {
    const header = (name: string) => headers.get(name) ?? ''
    const signature = { timestamp: header('x-timestamp'), signature: header('x-signature') }
    return { result: await receiveReport(ctx, { type: header('content-type'), body: file, ...signature }, secret) }
  })
}
