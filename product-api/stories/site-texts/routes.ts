import { isSitePage, type SitePage, sitePages } from '#contract/site-pages.ts'
import { siteTexts, type TextOnDesk } from '#contract/site-texts.ts'
import { tags } from '#contract/tags.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { notFound } from '#platform/problem.ts'
import {
  beginSiteText,
  listPages,
  type PageOnDesk,
  publishSiteText,
  readSiteText,
  resetSiteText,
} from './site-texts.ts'

/** The calls about the texts of the site's own pages. */
export function siteTextRoutes(api: Api): void {
  endpoint(api, siteTexts.show, async (ctx, { params }) => {
    // Also for a page that only a newer version has.
    ctx.shows([tags.site])
    const { publishedAt, ...text } = await readSiteText(ctx, pageNamed(params.page))
    return { ...text, published_at: publishedAt.toISOString() }
  })
  endpoint(api, siteTexts.list, async (ctx) => (await listPages(ctx)).map(presentPage))
  endpoint(api, siteTexts.begin, async (ctx, { params, body }) => {
    const { title = '', intro = '', html = '' } = body
    const { slug } = await beginSiteText(ctx, pageNamed(params.page), { title, intro, html })
    return { slug }
  })
  endpoint(api, siteTexts.publish, async (ctx, { params, body }) => {
    const page = pageNamed(params.page)
    await publishSiteText(ctx, page, body.version)
    return onDesk(ctx, page)
  })
  endpoint(api, siteTexts.reset, async (ctx, { params }) => {
    const page = pageNamed(params.page)
    await resetSiteText(ctx, page)
    return onDesk(ctx, page)
  })
}

/** @throws Problem `not_found` for a page that has no such text. */
function pageNamed(name: string): SitePage {
  if (!isSitePage(name)) throw notFound('page')
  return name
}

async function onDesk(ctx: SignedInContext, page: SitePage): Promise<TextOnDesk> {
  const found = (await listPages(ctx)).find((listed) => listed.page === page)
  if (!found) throw new Error(`The page ${page} is in no list`)
  return presentPage(found)
}

function presentPage({ page, title, draft, publishedAt, publishedBy, publishedVersion }: PageOnDesk): TextOnDesk {
  return {
    page,
    title: title ?? sitePages[page],
    draft: draft && { slug: draft.slug, version: draft.version, updated_at: draft.updatedAt.toISOString() },
    published:
      publishedAt && publishedVersion !== null
        ? { at: publishedAt.toISOString(), by: publishedBy ?? '', version: publishedVersion }
        : null,
    has_unpublished_changes: draft !== null && draft.version !== publishedVersion,
  }
}
