import { type SearchHit, stories } from '#contract/stories.ts'
import type { Actor } from '#platform/context.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { presentCard } from '../display/present.ts'
import { type SearchPage, searchStories } from './service.ts'

/** If a word was corrected, the header `search-corrected` has the percent-encoded text that was looked for. */
export function searchRoutes(api: Api): void {
  endpoint(api, stories.search, async (ctx, call) => {
    const page = await searchStories(ctx, call.query)
    if (page.nextCursor) linkNext(call, ['content', 'limit'], page.nextCursor)
    if (page.corrected) call.answer.set('search-corrected', encodeURIComponent(page.corrected))
    return presentHits(page, ctx.actor)
  })
}

function presentHits({ hits }: SearchPage, actor: Actor | undefined): SearchHit[] {
  return hits.map(({ row, highlights }) => ({ ...presentCard(row, actor), highlights }))
}
