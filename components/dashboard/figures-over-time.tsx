import { countOf } from '#components/ui/count-of.ts'
import type { Figures } from '#contract/dashboard.ts'
import { chartPoints, sumOf } from './chart-points.ts'
import { FigureChart } from './figure-chart.tsx'

/** Reads, sign-ups and new subscribers, each in its own chart. */
export function FiguresOverTime({ figures: { days, before, changes } }: { figures: Figures }) {
  const points = chartPoints(days)
  const summaryOf = (measure: keyof typeof before, one: string) =>
    describeFigures(sumOf(days, measure), before[measure], days.length, one)
  const byCrawlers = sumOf(days, 'crawler_reads')
  const crawlers = byCrawlers === 0 ? '' : ` Crawlers, counted separately: ${byCrawlers.toLocaleString('en-GB')}.`
  return (
    <div className="flex flex-col gap-10">
      <FigureChart
        id="reads-over-time"
        title="Reads"
        summary={summaryOf('reads', 'read') + crawlers}
        empty="A read is one view of a published story’s page. New reads appear here within half a minute."
        points={points}
        columns={[
          { measure: 'reads', name: 'Reads' },
          { measure: 'crawler_reads', name: 'Crawlers' },
        ]}
      />
      <div className="grid gap-10 lg:grid-cols-2">
        <FigureChart
          id="sign-ups-over-time"
          title="Sign-ups"
          summary={summaryOf('sign_ups', 'new account')}
          points={points}
          columns={[{ measure: 'sign_ups', name: 'Sign-ups' }]}
        />
        <FigureChart
          id="subscribers-over-time"
          title="New subscribers"
          summary={
            summaryOf('confirmed_subscribers', 'newly confirmed subscriber') +
            describeLeaving(sumOf(days, 'confirmed_subscribers'), changes?.confirmed_subscribers, days.length)
          }
          points={points}
          columns={[{ measure: 'confirmed_subscribers', name: 'Newly confirmed' }]}
        />
      </div>
    </div>
  )
}

/** How the newly confirmed ones and the total belong together, if some have left since. */
function describeLeaving(confirmed: number, change: number | undefined, days: number): string {
  const left = confirmed - (change ?? confirmed)
  if (change === undefined || left <= 0) return ''
  const size = Math.abs(change).toLocaleString('en-GB')
  const than = change === 0 ? 'as many as' : `${size} ${change > 0 ? 'more' : 'fewer'} than`
  return ` ${countOf(left, 'has', 'have')} left, which makes ${than} ${spanOf(days)} ago.`
}

type Props = { path: string; ranges: readonly number[]; shown: number }

/** Plain links: the choice works without scripts, and can be kept as a bookmark. */
export function RangeLinks({ path, ranges, shown }: Props) {
  return (
    <nav aria-label="Time range">
      <ul className="flex flex-wrap gap-2">
        {ranges.map((days) => (
          <li key={days}>
            <a
              href={`${path}?days=${days}`}
              aria-current={days === shown ? 'true' : undefined}
              className="inline-flex h-11 items-center rounded-full border border-edge px-4 text-ui text-ink no-underline hover:border-ink aria-[current]:border-ink aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:underline aria-[current]:underline-offset-4"
            >
              {days > 100 ? 'A year' : `${days} days`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** E.g. `1,204 reads in the last 30 days, 12% more than in the 30 days before.` `one`: the word for one of them. */
export function describeFigures(now: number, before: number, days: number, one: string): string {
  const span = spanOf(days)
  const counted = now === 0 ? `No ${one}s` : countOf(now, one)
  return `${counted} in the last ${span}, ${compared(now, before)} the ${span} before.`
}

/** E.g. `30 days`; a year is 52 whole weeks. */
export function spanOf(days: number): string {
  return days > 100 ? `${days / 7} weeks` : `${days} days`
}

function compared(now: number, before: number): string {
  if (now === 0 && before === 0) return 'and none in'
  if (now === before) return 'as many as in'
  if (before === 0) return 'up from none in'
  if (now >= before * 10) return `${Math.round(now / before).toLocaleString('en-GB')} times as many as in`
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  return `${percent === 0 ? 'less than 1' : percent}% ${now > before ? 'more' : 'fewer'} than in`
}
