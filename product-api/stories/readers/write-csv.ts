import type { FigureRange } from '#contract/dashboard.ts'
import type { SignedInContext } from '#platform/context.ts'
import { csvLine } from '#platform/csv-line.ts'
import { dayOf } from '#platform/days.ts'
import { presentSums, readReaders } from './read-figures.ts'
import type { Counted } from './repository.ts'

/** A line for each day: the figures, and how many of its reads came from each source that the page names. */
export async function* writeCsv(ctx: SignedInContext, of: Counted, days: FigureRange): AsyncGenerator<string> {
  const { shown, sources, named } = await readReaders(ctx, of, days)
  const hosts = named.map(({ source }) => source).filter((source) => source !== 'others')
  const readsFrom = new Map(sources.map(({ day, source, reads }) => [`${day} ${source}`, reads]))
  yield csvLine([
    ...['day', 'reads', 'began', 'finished', 'subscribed', 'heard_minutes'],
    ...[...hosts, 'others'].map((source) => `from ${source}`),
  ])
  for (const row of shown) {
    const { reads, began, finished, subscribed, heard_minutes } = presentSums(row)
    const from = hosts.map((source) => readsFrom.get(`${row.day} ${source}`) ?? 0)
    const others = reads - from.reduce((sum, count) => sum + count, 0)
    yield csvLine([row.day, ...[reads, began, finished, subscribed, heard_minutes, ...from, others].map(String)])
  }
}

/** Names the file; its header is ASCII. */
export function nameCsv(slug: string, at: Date): string {
  return `readers-${slug.replace(/[^a-z0-9-]+/g, '-')}-${dayOf(at)}.csv`
}
