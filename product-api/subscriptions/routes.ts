import { type Suppression, suppressions } from '#contract/suppressions.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { subscriberFileRoutes } from './files/routes.ts'
import { subscribeRoutes } from './subscribing/routes.ts'
import { addByHand, listSuppressions, removeByHand } from './suppressions.ts'

/** The calls about subscriptions: subscribing, confirming, preferences, subscriber files, suppressions. */
export function subscriptionRoutes(api: Api): void {
  subscribeRoutes(api)
  subscriberFileRoutes(api)
  endpoint(api, suppressions.list, async (ctx, call) => {
    const { rows, nextCursor } = await listSuppressions(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit', 'q'], nextCursor)
    return rows.map(presentSuppression)
  })
  endpoint(api, suppressions.add, async (ctx, { body }) => presentSuppression(await addByHand(ctx, body)))
  endpoint(api, suppressions.remove, async (ctx, { body }) => {
    await removeByHand(ctx, body.email)
    return { message: 'This address gets its newsletters again.' }
  })
}

function presentSuppression({ email, reason, detail, createdAt }: Awaited<ReturnType<typeof addByHand>>): Suppression {
  return { email, reason, detail, created_at: createdAt.toISOString() }
}
