/** The counted thing, for one and for many. */
export type Words = { one: string; many: string }

/** E.g. `1,204 reads in the last 30 days, 12% more than in the 30 days before.` */
export function describeFigures(now: number, before: number, days: number, { one, many }: Words): string {
  const span = spanOf(days)
  const counted = now === 0 ? `No ${many}` : `${now.toLocaleString('en-GB')} ${now === 1 ? one : many}`
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
