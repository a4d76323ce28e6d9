import { sitemapPartSize } from '#contract/stories.ts'
import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { pageOf } from '#platform/db/paging.ts'
import { transaction } from '#platform/db/transaction.ts'
import { decodeStoryCursor, encodeStoryCursor } from '../display/paging.ts'
import type { Part, Stretch } from './repository.ts'
import * as repository from './repository.ts'

type Page = { cursor?: string | undefined; until?: string | undefined; limit: number }

/** Published stories, oldest first: new ones come at the end, so that the files before it stay as they are. */
export async function listSitemap(ctx: Context, { cursor, until, limit }: Page) {
  ctx.shows([tags.sitemap])
  const run = { after: decodeStoryCursor(cursor), until: decodeStoryCursor(until, 'until') }
  return pageOf(limit, (limit) => repository.listSitemapEntries(ctx.db, { ...run, limit }), encodeStoryCursor)
}

/** A file in the middle may grow to this before it is cut, so that addresses that crawlers know live long. */
const grownMost = sitemapPartSize * 1.5
/** Neighbours that have shrunk to this together become one. */
const mergedMost = sitemapPartSize / 2
const changesAtOnce = 20_000

/** One file: the stories after one place up to another. The newest file has no end, the oldest no beginning. */
type FilledPart = Part & { lastmod: Date }

/**
 * Where the published stories are cut into files; kept in a table beside the stories. Before an answer, only the parts
 * with writes since the last one are looked at again.
 */
export async function listSitemapParts(ctx: Pick<Context, 'db' | 'shows'>): Promise<FilledPart[]> {
  ctx.shows([tags.sitemap])
  let known = await repository.listParts(ctx.db)
  if (known.isBehind) {
    await takeChanges(ctx.db)
    known = await repository.listParts(ctx.db)
  }
  return known.parts.filter((part): part is FilledPart => part.lastmod !== undefined)
}

/** Looks at all parts that stories came to, changed in or left. Two transactions that do so wait for each other. */
export async function updateSitemapParts({ db }: Pick<Context, 'db'>): Promise<void> {
  const { isBehind } = await repository.listParts(db)
  if (isBehind) await takeChanges(db)
}

async function takeChanges(db: Db): Promise<void> {
  let taken: number
  do {
    taken = await transaction(db, async (tx) => {
      await repository.lockParts(tx)
      const changed = await repository.takeChangedParts(tx, changesAtOnce)
      const { parts } = await repository.listParts(tx)
      const starts = new Set(changed.starts.map((after) => after?.id))
      for (const part of parts) if (starts.has(part.after?.id)) await measureAndCut(tx, part)
      await mergeSmall(tx)
      return changed.taken
    })
  } while (taken === changesAtOnce)
}

async function measureAndCut(tx: Db, whole: Stretch): Promise<void> {
  // The newest part is cut as soon as it is full: what comes is newer still.
  const most = whole.until ? grownMost : sitemapPartSize
  let rest = whole
  for (;;) {
    const measured = await repository.measureStretch(tx, rest, most + 1)
    if (measured.stories <= most) return repository.savePart(tx, { ...rest, ...measured })
    const end = await repository.findPlaceIn(tx, rest, sitemapPartSize)
    const full = { after: rest.after, until: end }
    await repository.savePart(tx, { ...full, ...(await repository.measureStretch(tx, full, sitemapPartSize)) })
    rest = { after: end, until: whole.until }
  }
}

async function mergeSmall(tx: Db): Promise<void> {
  const { parts } = await repository.listParts(tx)
  let [before] = parts
  for (const part of parts.slice(1)) {
    const stories = (before?.stories ?? 0) + part.stories
    if (!before || !part.after || stories > mergedMost) {
      before = part
      continue
    }
    const lastmods = [before.lastmod, part.lastmod].filter((lastmod) => lastmod !== undefined)
    const lastmod = lastmods.sort((a, b) => a.getTime() - b.getTime()).at(-1)
    await repository.deletePart(tx, part.after)
    before = { ...before, until: part.until, stories, lastmod }
    await repository.savePart(tx, before)
  }
}
