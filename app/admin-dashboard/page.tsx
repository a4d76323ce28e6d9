import type { ReactNode } from 'react'
import { type Asked, ask, FailurePanel, listFailureMessage } from '#app/failure-answer.tsx'
import { figureRange } from '#app/figure-range.ts'
import { oneValue } from '#app/route-params.ts'
import { sumOf } from '#components/dashboard/chart-points.ts'
import { FiguresOverTime, RangeLinks } from '#components/dashboard/figures-over-time.tsx'
import { RecentSends } from '#components/dashboard/recent-sends.tsx'
import { CountList, TopStories } from '#components/dashboard/top-stories.tsx'
import { ButtonLink, LineLink } from '#components/ui/links.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { type FigureRange, figureRanges } from '#contract/dashboard.ts'
import { paths } from '#contract/paths.ts'
import type { CallAs } from '#lib/api/client.ts'
import { readAs } from '#lib/api/read.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from './admin-page.tsx'

const sendsShown = 5

export const generateMetadata = () => unlistedMetadata('Admin Dashboard')

export default async function AdminDashboardPage({ searchParams }: PageProps<'/admin-dashboard'>) {
  const days = figureRange(oneValue((await searchParams).days), 30)
  return (
    <AdminPage path={adminPaths.adminDashboard} title="Admin Dashboard">
      {({ as }) => <Dashboard as={as} days={days} />}
    </AdminPage>
  )
}

async function Dashboard({ as, days }: { as: CallAs; days: FigureRange }) {
  const [counts, figures, stories, sends, waiting, reported] = await Promise.all([
    ask(getCounts(as)),
    ask(readAs(as, 'GET /dashboard/figures', { query: { days } })),
    ask(readAs(as, 'GET /dashboard/top-stories', { query: { days } })),
    ask(readAs(as, 'GET /newsletters/sends', { query: { limit: sendsShown } })),
    ask(readAs(as, 'GET /newsletters/held', { query: { limit: 1 } })),
    ask(readAs(as, 'GET /reports', { query: { limit: 1 } })),
  ])
  const allReads = figures.ok ? sumOf(figures.value.body.days, 'reads') : undefined
  return (
    <>
      {shown(counts, (value) => (
        <CountList
          counts={value.map(({ total, ...count }) => ({
            ...count,
            change: figures.ok ? figures.value.body.changes?.[total] : undefined,
          }))}
          days={days}
        />
      ))}
      {waiting.ok && waiting.value.body.length > 0 && (
        <LineLink href={adminPaths.adminWaiting}>Stories are waiting to be emailed</LineLink>
      )}
      {reported.ok && reported.value.body.length > 0 && (
        <LineLink href={adminPaths.adminReports}>Readers have reported stories</LineLink>
      )}
      <Deeds />
      <section aria-labelledby="over-time" className="flex flex-col gap-6 border-t border-line pt-8">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="over-time" className="font-serif text-heading font-semibold">
            Over time
          </h2>
          <RangeLinks path={adminPaths.adminDashboard} ranges={figureRanges} shown={days} />
        </div>
        {shown(figures, ({ body }) => (
          <FiguresOverTime figures={body} />
        ))}
      </section>
      <div className="grid gap-10 border-t border-line pt-8 lg:grid-cols-2">
        {shown(stories, ({ body }) => (
          <TopStories stories={body} days={days} allReads={allReads} />
        ))}
        {shown(sends, ({ body }) => (
          <RecentSends sends={body} />
        ))}
      </div>
    </>
  )
}

/** Each part on its own: if one fails to load, the others are still shown. */
function shown<T>(asked: Asked<T>, show: (value: T) => ReactNode): ReactNode {
  if (asked.ok) return show(asked.value)
  // Another product API need not have it.
  if (asked.failure.status === 404) return <p className="text-soft">The product API doesn’t provide these figures.</p>
  return <FailurePanel failure={asked.failure} message={listFailureMessage(asked.failure)} />
}

const counted = [
  { name: 'Total users', total: 'users', call: 'GET /users/count' },
  { name: 'Total subscribers', total: 'subscribers', call: 'GET /newsletters/count' },
  { name: 'Total confirmed subscribers', total: 'confirmed_subscribers', call: 'GET /newsletters/count/confirmed' },
] as const

function getCounts(as: CallAs) {
  return Promise.all(
    counted.map(async ({ name, total, call }) => ({ name, total, count: (await readAs(as, call)).body.count })),
  )
}

function Deeds() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <ButtonLink href={paths.newStory}>New story</ButtonLink>
      <ButtonLink href={adminPaths.addBook}>Add Book</ButtonLink>
      <p className="text-soft">Add Book works only on localhost</p>
    </div>
  )
}
