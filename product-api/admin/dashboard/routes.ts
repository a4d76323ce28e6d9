import { dashboard, type Figures, type TopStory } from '#contract/dashboard.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { type FiguresRow, listTopStories, readFigures, type TopStoryRow } from './figures.ts'

export function dashboardRoutes(api: Api): void {
  endpoint(api, dashboard.figures, async (ctx, { query }) => presentFigures(await readFigures(ctx, query.days)))
  endpoint(api, dashboard.topStories, async (ctx, { query }) =>
    (await listTopStories(ctx, query.days)).map(presentTopStory),
  )
}

function presentFigures({ days, before }: { days: FiguresRow[]; before: FiguresRow[] }): Figures {
  const sumOf = (of: (row: FiguresRow) => number) => before.reduce((sum, row) => sum + of(row), 0)
  return {
    days: days.map((row) => ({
      day: row.day,
      sign_ups: row.signUps,
      confirmed_subscribers: row.confirmedSubscribers,
      reads: row.reads,
      crawler_reads: row.crawlerReads,
    })),
    before: {
      sign_ups: sumOf(({ signUps }) => signUps),
      confirmed_subscribers: sumOf(({ confirmedSubscribers }) => confirmedSubscribers),
      reads: sumOf(({ reads }) => reads),
      crawler_reads: sumOf(({ crawlerReads }) => crawlerReads),
    },
  }
}

function presentTopStory({ slug, title, authorName, authorId, reads, crawlerReads }: TopStoryRow): TopStory {
  return { slug, title, author_name: authorName, author_uuid: authorId, reads, crawler_reads: crawlerReads }
}
