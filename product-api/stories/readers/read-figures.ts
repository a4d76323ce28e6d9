import type { FigureRange } from '#contract/dashboard.ts'
import type { PublicationReaders, ReaderSums, ReadersFrom, StoryReaders } from '#contract/readers.ts'
import type { SignedInContext } from '#platform/context.ts'
import { dayBefore, dayMs, dayOf } from '#platform/days.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { canPublishUnder, loadStory } from '../load-story.ts'
import { findPublication } from '../publications.ts'
import * as repository from './repository.ts'

const mostRead = 10
/** A host that sent fewer readers could be one person's own page: it is not named. */
const namedFrom = 3

type Readers = Pick<StoryReaders, 'days' | 'before' | 'from'>

/** @throws Problem `not_found`, also for a draft of someone else's, or `forbidden`. */
export async function readStoryReaders(ctx: SignedInContext, id: string, days: FigureRange): Promise<StoryReaders> {
  const story = await loadOwnStory(ctx, id)
  const readers = presentReaders(await readReaders(ctx, { storyId: story.id }, days))
  const { sent, sentAt } = await repository.countEmails(ctx.db, story.id)
  const { slug, title, publishedAt } = story
  return {
    story: { _id: story.id, slug, title, published_at: publishedAt?.toISOString() ?? null },
    ...readers,
    emails: { sent, sent_at: sentAt?.toISOString() ?? null },
  }
}

/** @throws Problem `not_found` or `forbidden`. */
export async function readPublicationReaders(
  ctx: SignedInContext,
  slugOrName: string,
  days: FigureRange,
): Promise<PublicationReaders> {
  const { id, slug, name } = await loadOwnPublication(ctx, slugOrName)
  const readers = presentReaders(await readReaders(ctx, { publicationId: id }, days))
  const range = { firstDay: dayBefore(ctx.now(), days - 1), lastDay: dayOf(ctx.now()) }
  const stories = await repository.listMostRead(ctx.db, { publicationId: id }, range, mostRead)
  return {
    publication: { slug, name },
    ...readers,
    stories: stories.map(({ id, ...story }) => ({ _id: id, ...story })),
  }
}

/** @throws Problem `not_found`, also for a draft of someone else's, or `forbidden`. */
export async function loadOwnStory(ctx: SignedInContext, idOrSlug: string) {
  return (await loadStory(ctx, idOrSlug, 'Only the author can see who reads this story.')).story
}

/** @throws Problem `not_found` or `forbidden`. */
export async function loadOwnPublication(ctx: SignedInContext, slugOrName: string) {
  const publication = await findPublication(ctx, slugOrName)
  if (!publication) throw notFound('publication')
  if (!canPublishUnder(ctx.actor, publication)) {
    throw new Problem('forbidden', { detail: 'Only the owner of a publication can see who reads it.' })
  }
  return publication
}

/** The last seven days, today included, of everything that the caller has written. */
export async function readOwnWeek({ db, now, actor }: SignedInContext) {
  const today = dayOf(now())
  const since = new Date(now().getTime() - 7 * dayMs)
  return repository.readWeek(db, actor.id, { today, since })
}

/** The figures of these days and of as many before; `named`: the sources that are shown. */
export async function readReaders({ db, now }: SignedInContext, of: repository.Counted, days: FigureRange) {
  const lastDay = dayOf(now())
  const rows = await repository.listDays(db, of, { firstDay: dayBefore(now(), 2 * days - 1), lastDay })
  const shown = rows.slice(days)
  const sources = await repository.listSources(db, of, { firstDay: dayBefore(now(), days - 1), lastDay })
  return { shown, before: rows.slice(0, days), sources, named: nameSources(sources, sumOf(shown).reads) }
}

function presentReaders({ shown, before, named }: Awaited<ReturnType<typeof readReaders>>): Readers {
  return {
    days: shown.map((row) => ({ day: row.day, ...presentSums(row) })),
    before: presentSums(sumOf(before)),
    from: named,
  }
}

function sumOf(rows: readonly repository.DayRow[]): Omit<repository.DayRow, 'day'> {
  const sums = { reads: 0, began: 0, finished: 0, subscribed: 0, heardSeconds: 0 }
  for (const row of rows) {
    for (const figure of Object.keys(sums) as (keyof typeof sums)[]) sums[figure] += row[figure]
  }
  return sums
}

export function presentSums({
  reads,
  began,
  finished,
  subscribed,
  heardSeconds,
}: Omit<repository.DayRow, 'day'>): ReaderSums {
  return { reads, began, finished, subscribed, heard_minutes: Math.round(heardSeconds / 6) / 10 }
}

/** The sources of all these days, the most first; whatever is not named is among `others`, so that they sum up to all reads. */
function nameSources(rows: readonly repository.SourceRow[], reads: number): ReadersFrom[] {
  const sums = new Map<string, number>()
  for (const { source, reads } of rows) sums.set(source, (sums.get(source) ?? 0) + reads)
  const named = [...sums]
    .filter(([source, count]) => source !== 'others' && count > 0 && (count >= namedFrom || !source.includes('.')))
    .map(([source, reads]) => ({ source, reads }))
    .sort((one, other) => other.reads - one.reads || one.source.localeCompare(other.source))
  const others = reads - named.reduce((sum, one) => sum + one.reads, 0)
  return others > 0 ? [...named, { source: 'others', reads: others }] : named
}
