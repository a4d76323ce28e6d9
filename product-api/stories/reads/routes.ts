import { reads } from '#contract/reads.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { addReads } from './service.ts'

export function readRoutes(api: Api): void {
  endpoint(api, reads.report, async (ctx, { body }) => ({ stories: await addReads(ctx, body) }))
}
