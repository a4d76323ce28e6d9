import { type SitePage, sitePages } from '#contract/site-pages.ts'
import { siteTexts, type TextOnDesk } from '#contract/site-texts.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
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
    const { publishedAt, ...text } = await readSiteText(ctx, params.page)
    return { ...text, published_at: publishedAt.toISOString() }
  })
  endpoint(api, siteTexts.list, async (ctx) => (await listPages(ctx)).map(presentPage))
  endpoint(api, siteTexts.begin, async (ctx, { params, body }) => {
    const { title = '', intro = '', html = '' } = body
    const { slug } = await beginSiteText(ctx, params.page, { title, intro, html })
    return { slug }
  })
  endpoint(api, siteTexts.publish, async (ctx, { params, body }) => {
    await publishSiteText(ctx, params.page, body.version)
    return onDesk(ctx, params.page)
  })
  endpoint(api, siteTexts.reset, async (ctx, { params }) => {
    await resetSiteText(ctx, params.page)
    return onDesk(ctx, params.page)
  })
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
