import { type HeldStory, mailings } from '#contract/mailings.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { declineHeldStory, type HeldStory as HeldRow, listHeldStories, sendHeldStory } from './held-stories.ts'
import { previewStory } from './preview-story.ts'
import { countAudience, reportOnStory } from './story-reach.ts'
import { whyNoEmail } from './why-no-email.ts'

/** The calls about emailing a story, for its author and for the administrators who decide about held stories. */
export function storyMailingRoutes(api: Api): void {
  endpoint(api, mailings.audience, (ctx, { query }) => countAudience(ctx, query))
  endpoint(api, mailings.ofStory, (ctx, { params }) => reportOnStory(ctx, params.id))
  endpoint(api, mailings.email, (ctx, { params }) => previewStory(ctx, params.id))
  endpoint(api, mailings.whyNoEmail, async (ctx, { query }) => ({ answer: await whyNoEmail(ctx, query) }))
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

function presentHeld({ id, author, heldAt, count, isExact, ...row }: HeldRow): HeldStory {
  const { slug, title, category, version, reason } = row
  return {
    ...{ _id: id, slug, title, category, version, reason },
    author: { uuid: author.id, name: author.name },
    is_approved: author.isApproved,
    held_at: heldAt.toISOString(),
    ...{ subscribers: count, isExact },
  }
}
