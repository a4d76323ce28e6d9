/** The figures that days have. */
export type Measure<D> = Exclude<keyof D, 'day'>

/** One point of a chart and one row of its table: a day, or a week if there are many. */
export type ChartPoint<M extends PropertyKey> = {
  /** E.g. `23 Nov`. */
  label: string
  /** E.g. `23 November 2026`, `17 to 23 November 2026`; the last one is not over yet. */
  when: string
} & Record<M, number>

/** A day (in UTC) with its figures. */
type Day<D> = { day: string } & Record<Measure<D>, number>

const mostDays = 100
const week = 7

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The days as a chart shows them: as they are, or in weeks that end with the last day. */
export function chartPoints<D extends Day<D>>(days: readonly D[]): ChartPoint<Measure<D>>[] {
  const size = days.length > mostDays ? week : 1
  const points: ChartPoint<Measure<D>>[] = []
  for (let end = days.length; end > 0; end -= size) points.unshift(pointOf(days.slice(Math.max(0, end - size), end)))
  const last = points.at(-1)
  if (last) last.when += ', so far'
  return points
}

export function sumOf<D extends Day<D>>(days: readonly D[], measure: Measure<D>): number {
  return days.reduce((sum, day) => sum + day[measure], 0)
}

function pointOf<D extends Day<D>>(days: readonly D[]): ChartPoint<Measure<D>> {
  const first = new Date(days[0]?.day ?? '')
  const last = new Date(days.at(-1)?.day ?? '')
  const measures = Object.keys(days[0] ?? {}).filter((name) => name !== 'day') as Measure<D>[]
  const sums = Object.fromEntries(measures.map((measure) => [measure, sumOf(days, measure)]))
  return {
    ...(sums as Record<Measure<D>, number>),
    label: shortDay.format(first),
    when: days.length === 1 ? wholeDay.format(first) : wholeDay.formatRange(first, last),
  }
}
