import type { Api } from '#platform/http/api.ts'
import { bounceRoutes } from './bounces/routes.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { storyMailingRoutes } from './stories/routes.ts'

/** The calls about newsletters: sends and their reports, stories that wait, the archive, bounces. */
export function newsletterRoutes(api: Api, { bounceSecret }: { bounceSecret: string | undefined }): void {
  campaignRoutes(api)
  storyMailingRoutes(api)
  bounceRoutes(api, { secret: bounceSecret })
}
