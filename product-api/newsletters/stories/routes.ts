import { mailings } from '#contract/mailings.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { linkNext } from '#platform/http/links.ts'
import { countAudience } from './audience-service.ts'
import { declineHeldStory, listHeldStories, sendHeldStory } from './held-service.ts'
import { presentHeld, presentMailing } from './present.ts'
import { reportOnStory } from './story-report.ts'

/** To whom stories are emailed, for their authors and for the administrators who decide. */
export function storyMailingRoutes(api: Api): void {
  endpoint(api, mailings.audience, (ctx, { query }) => countAudience(ctx, query))
  endpoint(api, mailings.ofStory, async (ctx, { params }) => presentMailing(await reportOnStory(ctx, params.id)))
  endpoint(api, mailings.held, async (ctx, call) => {
    const { rows, nextCursor } = await listHeldStories(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentHeld)
  })
  endpoint(api, mailings.sendHeld, async (ctx, { params, body }) => ({
    message: `The story is on its way to the subscribers of ${await sendHeldStory(ctx, params.id, body.version)}.`,
  }))
  endpoint(api, mailings.declineHeld, async (ctx, { params }) => ({
    message: `The story won’t be sent to the subscribers of ${await declineHeldStory(ctx, params.id)}.`,
  }))
}
