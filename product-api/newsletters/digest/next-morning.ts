import { type DigestFrequency, frequencyTable } from '#contract/frequencies.ts'
import { dayMs } from '#platform/days.ts'

type Morning = { timeZone: string; hour: number; frequency: DigestFrequency }

/**
 * The next time a subscriber's digest is due: the next morning, or the next one of the frequency's weekday. If the
 * clocks jump over that hour, the hour after.
 */
export function nextMorning({ timeZone, hour, frequency }: Morning, after: Date): Date {
  const { weekday } = frequencyTable[frequency].digest
  const local = localTime(timeZone, after)
  const date = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()))
  // A week and a day always contain such a morning.
  for (let day = 0; day <= 8; day++) {
    const candidate = new Date(date.getTime() + day * dayMs)
    if (weekday !== null && candidate.getUTCDay() !== weekday) continue
    const at = momentOf(timeZone, candidate.getTime() + hour * 60 * 60 * 1000)
    if (at > after) return at
  }
  throw new Error('There is a morning every day')
}

/** Whether a frequency's weekday, if it has one, came between two times. */
export function isDue(morning: Morning, from: Date, to: Date): boolean {
  if (frequencyTable[morning.frequency].digest.weekday === null) return true
  return nextMorning(morning, new Date(from.getTime() - 1)) <= to
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
    formats.set(timeZone, format)
    return format
  } catch {
    // A zone known to another version of the time zone database.
    const utc = formatOf('UTC')
    formats.set(timeZone, utc)
    return utc
  }
}

/** The local time of a zone, as the UTC fields of a date. */
function localTime(timeZone: string, moment: Date): Date {
  const parts = formatOf(timeZone).formatToParts(moment)
  const numbers = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = numbers
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}

/** The time at which a zone's local time is `shown`; the inverse of `localTime`. */
function momentOf(timeZone: string, shown: number): Date {
  let moment = shown
  for (let turn = 0; turn < 2; turn++) moment = shown - (localTime(timeZone, new Date(moment)).getTime() - moment)
  return new Date(moment)
}
