import type { Figures, FiguresOfDay } from '#contract/dashboard.ts'

export type Measure = Exclude<keyof FiguresOfDay, 'day'>

/** One point of a chart and one row of its table: a day, or a week if there are many. */
export type ChartPoint = {
  /** E.g. `23 Nov`. */
  label: string
  /** E.g. `23 November 2026`, `17 to 23 November 2026`; the last one is not over yet. */
  when: string
} & Record<Measure, number>

const mostDays = 100
const week = 7

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The days as a chart shows them: as they are, or in weeks that end with the last day. */
export function chartPoints(days: Figures['days']): ChartPoint[] {
  const size = days.length > mostDays ? week : 1
  const points: ChartPoint[] = []
  for (let end = days.length; end > 0; end -= size) points.unshift(pointOf(days.slice(Math.max(0, end - size), end)))
  const last = points.at(-1)
  if (last) last.when += ', so far'
  return points
}

export function sumOf(days: Figures['days'], measure: Measure): number {
  return days.reduce((sum, day) => sum + day[measure], 0)
}

function pointOf(days: Figures['days']): ChartPoint {
  const first = new Date(days[0]?.day ?? '')
  const last = new Date(days.at(-1)?.day ?? '')
  return {
    label: shortDay.format(first),
    when: days.length === 1 ? wholeDay.format(first) : wholeDay.formatRange(first, last),
    reads: sumOf(days, 'reads'),
    crawler_reads: sumOf(days, 'crawler_reads'),
    sign_ups: sumOf(days, 'sign_ups'),
    confirmed_subscribers: sumOf(days, 'confirmed_subscribers'),
  }
}
