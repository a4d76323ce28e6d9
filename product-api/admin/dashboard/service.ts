import type { FigureRange } from '#contract/figure-ranges.ts'
import type { Context } from '#platform/context.ts'
import * as repository from './repository.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What happened on the last `days` days, today included, and on as many before them. */
export async function readFigures(
  ctx: Pick<Context, 'db' | 'now'>,
  days: FigureRange,
): Promise<{ days: repository.FiguresRow[]; before: repository.FiguresRow[] }> {
  const today = ctx.now().toISOString().slice(0, 10)
  const firstDay = new Date(Date.parse(today) - (2 * days - 1) * dayMs).toISOString().slice(0, 10)
  const rows = await repository.listFigures(ctx.db, { firstDay, lastDay: today })
  return { days: rows.slice(days), before: rows.slice(0, days) }
}

export function listTopStories(ctx: Pick<Context, 'db' | 'now'>, days: FigureRange): Promise<repository.TopStoryRow[]> {
  return repository.listTopStories(ctx.db, { days, limit: 10 })
}
