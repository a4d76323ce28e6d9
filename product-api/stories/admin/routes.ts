import { administration } from '#contract/administration.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { listInAnyState } from './list-in-any-state.ts'
import { presentAnyState } from './present.ts'

/** Stories in whatever state, for administrators. */
export function anyStateRoutes(api: Api): void {
  endpoint(api, administration.stories, async (ctx, call) => {
    const { rows, nextCursor } = await listInAnyState(ctx, call.query)
    if (nextCursor) linkNext(call, ['query', 'state', 'limit'], nextCursor)
    return rows.map((row) => presentAnyState(row, ctx.now()))
  })
}
