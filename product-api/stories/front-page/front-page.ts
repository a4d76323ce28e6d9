import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import type { CardRow } from '../display/card-columns.ts'
import { listByIds } from '../list-stories.ts'
import { listNewAuthors, listNewestOfAuthors, listPins, type NewAuthorRow, type PinRow } from './repository.ts'

export type { NewAuthorRow }

/** A lead and two seconds. */
const placesMost = 3

const newAuthorsMost = 100

export type FrontPage = { top: CardRow[]; endsAt: Date | undefined }

/**
 * The stories at the top of the front page. A pinned story keeps its place until its pin ends, while it is public and its
 * author is not suspended. The other places have the newest stories of known authors, one of each. If nobody is known
 * yet, the newest story is the lead.
 */
export async function readFrontPage(ctx: Context): Promise<FrontPage> {
  ctx.shows([tags.frontPage, tags.all])
  const pins = await listPins(ctx.db, ctx.now())
  const shown = pins.filter(({ isShown }) => isShown)
  const withoutAuthors = shown.flatMap(({ authorId }) => authorId ?? [])
  const limit = placesMost - shown.length
  const found = limit > 0 ? await listNewestOfAuthors(ctx.db, { limit, withoutAuthors, onlyKnown: true }) : []
  const ids = inPlaces(shown, found)
  const top = ids.length > 0 ? ids : await newestOfAll(ctx)
  const ends = pins.map(({ endsAt }) => endsAt.getTime())
  return { top: await listByIds(ctx, top), endsAt: ends.length > 0 ? new Date(Math.min(...ends)) : undefined }
}

/** The authors of the site's newest stories who are not known yet, the last published first. */
export function findNewAuthors({ db }: Context): Promise<NewAuthorRow[]> {
  return listNewAuthors(db, newAuthorsMost)
}

function newestOfAll({ db }: Context): Promise<string[]> {
  return listNewestOfAuthors(db, { limit: 1, withoutAuthors: [], onlyKnown: false })
}

/** Pinned stories in their places, the others in order in those that are free. */
function inPlaces(pins: readonly PinRow[], others: readonly string[]): string[] {
  const rest = [...others]
  const places = Array.from({ length: placesMost }, (_, index) => {
    return pins.find(({ place }) => place === index + 1)?.id ?? rest.shift()
  })
  return places.filter((id) => id !== undefined)
}
