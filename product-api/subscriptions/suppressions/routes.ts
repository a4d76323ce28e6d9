import { type Suppression, suppressions } from '#contract/suppressions.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { addByHand, listSuppressions, removeByHand } from '../suppressions.ts'

export function suppressionRoutes(api: Api): void {
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
