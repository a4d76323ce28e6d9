import type { Figures } from '#contract/dashboard.ts'
import { chartPoints, sumOf } from './chart-points.ts'
import { describeFigures } from './describe-figures.ts'
import { FigureChart } from './figure-chart.tsx'

/** Reads, sign-ups and new subscribers, each in its own chart. */
export function FiguresOverTime({ figures: { days, before } }: { figures: Figures }) {
  const points = chartPoints(days)
  const reads = describeFigures(sumOf(days, 'reads'), before.reads, days.length, { one: 'read', many: 'reads' })
  const byCrawlers = sumOf(days, 'crawler_reads')
  const crawlers = byCrawlers === 0 ? '' : ` Crawlers, counted separately: ${byCrawlers.toLocaleString('en-GB')}.`
  return (
    <div className="flex flex-col gap-10">
      <FigureChart
        id="reads-over-time"
        title="Reads"
        summary={reads + crawlers}
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
          summary={describeFigures(sumOf(days, 'sign_ups'), before.sign_ups, days.length, {
            one: 'new account',
            many: 'new accounts',
          })}
          points={points}
          columns={[{ measure: 'sign_ups', name: 'Sign-ups' }]}
        />
        <FigureChart
          id="subscribers-over-time"
          title="New subscribers"
          summary={describeFigures(sumOf(days, 'confirmed_subscribers'), before.confirmed_subscribers, days.length, {
            one: 'newly confirmed subscriber',
            many: 'newly confirmed subscribers',
          })}
          // These may be more than there are subscribers now.
          note="Those who have left since are counted here, but not in the total above."
          points={points}
          columns={[{ measure: 'confirmed_subscribers', name: 'Newly confirmed' }]}
        />
      </div>
    </div>
  )
}
