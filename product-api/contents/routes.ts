import { contents } from '#contract/contents.ts'
import type { Context } from '../context.ts'
import type { Api } from '../http/api.ts'
import { type Call, endpoint, MovedTo } from '../http/endpoint.ts'
import { linkNext } from '../http/links.ts'
import { presentListed, presentPage, presentSitemapEntry, presentSitemapPart } from './present.ts'
import * as reading from './read-service.ts'
import { listSitemap, Sitemap } from './sitemap.ts'

export function contentRoutes(api: Api, { context }: { context: Context }): void {
  const as = ({ actor }: Pick<Call, 'actor'>): Context => ({ ...context, actor })

  endpoint(api, contents.list, async (call) => answerList(call, await reading.listAll(as(call), call.query)))
  endpoint(api, contents.byCategory, async (call) =>
    answerList(call, await reading.listByCategory(as(call), call.params.category, call.query)),
  )
  endpoint(api, contents.byPublication, async (call) =>
    answerList(call, await reading.listByPublication(as(call), call.params.publication, call.query)),
  )
  endpoint(api, contents.byAuthor, async (call) =>
    answerList(call, await reading.listByAuthor(as(call), call.params.uuid, call.query)),
  )
  endpoint(api, contents.count, async (call) => ({ count: await reading.countStories(as(call)) }))
  endpoint(api, contents.many, async (call) =>
    (await reading.listMany(as(call), call.params.ids)).map((row) => presentListed(row, call.actor)),
  )
  const sitemap = new Sitemap()
  endpoint(api, contents.sitemapParts, async (call) => (await sitemap.parts(as(call))).map(presentSitemapPart))
  endpoint(api, contents.sitemap, async (call) => {
    const { entries, nextCursor } = await listSitemap(as(call), call.query)
    if (nextCursor) linkNext(call, ['until', 'limit'], nextCursor)
    return entries.map(presentSitemapEntry)
  })
  endpoint(api, contents.bySlugOnly, async (call) => answerStory(as(call), call.params.slug, '/contents/slug/'))
  endpoint(api, contents.bySlug, async (call) => answerStory(as(call), call.params.slug, '/contents/'))
}

function answerList(call: Pick<Call, 'actor' | 'path' | 'searchParams' | 'answer'>, page: reading.ListPage) {
  if (page.nextCursor) linkNext(call, ['limit', 'include'], page.nextCursor)
  return page.rows.map((row) => presentListed(row, call.actor))
}

async function answerStory(ctx: Context, slug: string, base: string) {
  const found = await reading.readStory(ctx, slug)
  if ('movedTo' in found) return new MovedTo(base + encodeURIComponent(found.movedTo))
  return presentPage(found, ctx.actor)
}
