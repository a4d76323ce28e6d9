import { sitemapPartSize } from '#contract/contents.ts'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor, type Position } from './cursor.ts'
import * as repository from './sitemap-repository.ts'

type Page = { cursor?: string; until?: string; limit: number }

/** Published stories, oldest first: new ones come at the end, so that the files before it stay as they are. */
export async function listSitemap(ctx: Context, { cursor, until, limit }: Page) {
  const rows = await repository.listSitemapEntries(ctx.db, {
    after: cursor ? decodeCursor(cursor) : undefined,
    until: until ? decodeCursor(until, 'until') : undefined,
    limit: limit + 1,
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { entries: rows.slice(0, limit), nextCursor: last && encodeCursor(last) }
}

/** One file: the stories after one place up to another. The newest file has no end, the oldest no beginning. */
type Part = { after?: Position; until?: Position; lastmod: Date }
type FullPart = Part & { until: Position }
type Cut = { parts: FullPart[]; madeAt: Date; asOf: Date }

const recutMs = 60 * 60_000
const changesMost = sitemapPartSize
/** A change is stamped before it is committed, and on another machine's clock. */
const lateMs = 60_000

/**
 * Where the published stories are cut into files. To count a million of them takes a second, so the full files are
 * remembered: where they begin and end, and their last change. Each time only the stories after them are counted, and what
 * changed since the last time is looked at. Every file says where it ends, so that all together hold every story exactly
 * once, however many come and go between two counts.
 */
export class Sitemap {
  #cut: Cut | undefined
  #cutting: Promise<Cut> | undefined

  async parts(ctx: Context): Promise<Part[]> {
    const asOf = ctx.now()
    const known = this.#cut
    const changed = known && (await withChanges(ctx, known))
    const { parts, madeAt } = changed ? { parts: changed, madeAt: known.madeAt } : await this.#cutAnew(ctx)
    const { full, open } = await cutAfter(ctx, parts.at(-1)?.until)
    this.#cut = { parts: [...parts, ...full], madeAt, asOf }
    // Stories that went leave files small, and old ones that came make them large: once in a while, and nobody waits.
    if (asOf.getTime() - madeAt.getTime() > recutMs) this.#cutAnew(ctx).catch(() => undefined)
    return open ? [...this.#cut.parts, open] : this.#cut.parts
  }

  /** One count at a time, whoever asks. */
  #cutAnew(ctx: Context): Promise<Cut> {
    this.#cutting ??= (async () => {
      const asOf = ctx.now()
      const { full } = await cutAfter(ctx, undefined)
      this.#cut = { parts: full, madeAt: asOf, asOf }
      return this.#cut
    })().finally(() => {
      this.#cutting = undefined
    })
    return this.#cutting
  }
}

async function cutAfter(ctx: Context, start: Position | undefined): Promise<{ full: FullPart[]; open?: Part }> {
  const full: FullPart[] = []
  for (let after = start; ; after = full.at(-1)?.until) {
    const run = await repository.findRun(ctx.db, { after, size: sitemapPartSize })
    if (!run) return { full }
    if (run.count < sitemapPartSize) return { full, open: { after, lastmod: run.lastmod } }
    full.push({ after, until: run.last, lastmod: run.lastmod })
  }
}

/** The full files with the last change of each as it is now; nothing where more has changed than one looks through. */
async function withChanges({ db }: Context, { parts, asOf }: Cut): Promise<FullPart[] | undefined> {
  const end = parts.at(-1)?.until
  if (!end) return parts
  const since = new Date(asOf.getTime() - lateMs)
  const changed = await repository.listChangedSince(db, { since, until: end, limit: changesMost })
  if (changed.length === changesMost) return undefined
  const lastmods = parts.map(({ lastmod }) => lastmod)
  for (const story of changed) {
    const index = parts.findIndex(({ until }) => !isAfter(story, until))
    if (story.updatedAt > (lastmods[index] ?? story.updatedAt)) lastmods[index] = story.updatedAt
  }
  return parts.map((part, index) => ({ ...part, lastmod: lastmods[index] ?? part.lastmod }))
}

function isAfter(one: Position, other: Position): boolean {
  const later = one.publishedAt.getTime() - other.publishedAt.getTime()
  return later > 0 || (later === 0 && one.id > other.id)
}
