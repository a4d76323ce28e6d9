import { dashboard } from '#contract/dashboard.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { presentFigures, presentTopStory } from './present.ts'
import { listTopStories, readFigures } from './service.ts'

export function dashboardRoutes(api: Api): void {
  endpoint(api, dashboard.figures, async (ctx, { query }) => presentFigures(await readFigures(ctx, query.days)))
  endpoint(api, dashboard.topStories, async (ctx, { query }) =>
    (await listTopStories(ctx, query.days)).map(presentTopStory),
  )
}
