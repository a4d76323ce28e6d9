import { stories } from '#contract/stories.ts'
import type { Context } from '#platform/context.ts'
import type { Api } from '#platform/http/api.ts'
import { type Call, endpoint, linkNext, movedTo } from '#platform/http/endpoint.ts'
import * as reading from '../list-stories.ts'
import { listSitemap, listSitemapParts } from '../sitemap/sitemap.ts'
import { presentListed, presentPage, presentSitemapEntry, presentSitemapPart } from './present.ts'

export function readingRoutes(api: Api): void {
  endpoint(api, stories.list, async (ctx, call) => answerList(ctx, call, await reading.listAll(ctx, call.query)))
  endpoint(api, stories.byCategory, async (ctx, call) =>
    answerList(ctx, call, await reading.listByCategory(ctx, call.params.category, call.query)),
  )
  endpoint(api, stories.byPublication, async (ctx, call) =>
    answerList(ctx, call, await reading.listByPublication(ctx, call.params.publication, call.query)),
  )
  endpoint(api, stories.byAuthor, async (ctx, call) =>
    answerList(ctx, call, await reading.listByAuthor(ctx, call.params.uuid, call.query)),
  )
  endpoint(api, stories.count, async (ctx) => ({ count: await reading.countStories(ctx) }))
  endpoint(api, stories.many, async (ctx, { params }) =>
    (await reading.listMany(ctx, params.ids)).map((row) => presentListed(row, ctx.actor)),
  )
  endpoint(api, stories.sitemapParts, async (ctx) => (await listSitemapParts(ctx)).map(presentSitemapPart))
  endpoint(api, stories.sitemap, async (ctx, call) => {
    const { rows, nextCursor } = await listSitemap(ctx, call.query)
    if (nextCursor) linkNext(call, ['until', 'limit'], nextCursor)
    return rows.map(presentSitemapEntry)
  })
  endpoint(api, stories.bySlugOnly, (ctx, { params }) => answerStory(ctx, params.slug, '/contents/slug/'))
  endpoint(api, stories.bySlug, (ctx, { params }) => answerStory(ctx, params.slug, '/contents/'))
}

function answerList(ctx: Context, call: Pick<Call, 'path' | 'searchParams' | 'answer'>, page: reading.ListPage) {
  if (page.nextCursor) linkNext(call, ['limit', 'include', 'ends'], page.nextCursor)
  return page.rows.map((row) => presentListed(row, ctx.actor))
}

async function answerStory(ctx: Context, slug: string, base: string) {
  const found = await reading.readStory(ctx, slug)
  if ('movedTo' in found) return movedTo(base + encodeURIComponent(found.movedTo))
  return presentPage(found, ctx.actor)
}
