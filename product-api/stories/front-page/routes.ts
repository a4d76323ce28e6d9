import { frontPage, type NewAuthor, type Pin } from '#contract/front-page.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { presentListed } from '../display/present.ts'
import { findNewAuthors, type NewAuthorRow, readFrontPage } from './front-page.ts'
import { listPinned, type PinRow, pinStory, unpinStory } from './pins.ts'

/** The calls about the top of the front page, and those of the desk that decides about it. */
export function frontPageRoutes(api: Api): void {
  endpoint(api, frontPage.show, async (ctx) => {
    const { top, endsAt } = await readFrontPage(ctx)
    return {
      top: top.map((row) => presentListed(row, { ...ctx, actor: undefined })),
      ends_at: endsAt?.toISOString() ?? null,
    }
  })
  endpoint(api, frontPage.pins, async (ctx) => (await listPinned(ctx)).map(presentPin))
  endpoint(api, frontPage.newAuthors, async (ctx) => (await findNewAuthors(ctx)).map(presentNewAuthor))
  endpoint(api, frontPage.pin, async (ctx, { params, body }) => {
    const replaced = await pinStory(ctx, params.id, { place: body.place, endsAt: new Date(body.ends_at) })
    return { message: replaced ? `Pinned. It replaces “${replaced}”.` : 'Pinned.' }
  })
  endpoint(api, frontPage.unpin, async (ctx, { params }) => {
    await unpinStory(ctx, params.id)
    return { message: 'Taken off the top of the front page.' }
  })
}

function presentPin({ place, id, slug, title, authorName, endsAt, isShown }: PinRow): Pin {
  return {
    place: place === 1 ? 'lead' : 'second',
    story: { _id: id, slug, title, author_name: authorName },
    ends_at: endsAt.toISOString(),
    is_shown: isShown,
  }
}

function presentNewAuthor({ id, name, isProven, stories, slug, title, publishedAt }: NewAuthorRow): NewAuthor {
  const newest = { slug, title, published_at: publishedAt.toISOString() }
  return { uuid: id, name, email_proven: isProven, stories, newest }
}
