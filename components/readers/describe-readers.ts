import { sumOf } from '#components/dashboard/chart-points.ts'
import { spanOf } from '#components/dashboard/figures-over-time.tsx'
import { countOf } from '#components/ui/count-of.ts'
import type { StoryReaders } from '#contract/readers.ts'
import { nameSource } from './name-source.ts'

type Readers = Pick<StoryReaders, 'days' | 'before' | 'from'>
type Described = Readers & Partial<Pick<StoryReaders, 'story' | 'emails'>>

const week = 7
/** Below this, a share would say more than it knows. */
const sharesFrom = 10
/** Smaller sources are not worth a sentence. */
const leastShare = 0.2

const dayOfMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const wholeDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * The figures of a story or of a publication in whole sentences. `siteName` is that of this site. Days are in UTC, as
 * they are counted.
 */
export function describeReaders(readers: Described, siteName: string): string[] {
  const { days, story, emails } = readers
  const reads = sumOf(days, 'reads')
  const sentences = [describeReads(readers, reads, siteName)]
  const end = describeEnd(readers, reads)
  if (end) sentences.push(end)
  const subscribed = sumOf(days, 'subscribed')
  if (subscribed > 0)
    sentences.push(
      `${countOf(subscribed, 'person', 'people')} subscribed from ${story ? 'this story' : 'these stories'}.`,
    )
  const minutes = Math.round(sumOf(days, 'heard_minutes'))
  if (minutes > 0) sentences.push(`${story ? 'It was' : 'They were'} listened to for ${durationOf(minutes)}.`)
  if (emails && emails.sent > 0) {
    const on = emails.sent_at ? ` on ${dateOf(emails.sent_at, days)}` : ''
    sentences.push(`It was emailed to ${countOf(emails.sent, 'person', 'people')}${on}.`)
  }
  return sentences
}

function describeReads(readers: Described, reads: number, siteName: string): string {
  const { days, before, story } = readers
  const since = sincePublished(readers)
  if (reads > 0)
    return `${countOf(reads, 'read')} ${since ?? during(days.length)}${mainSource(readers, reads, siteName)}.`
  if (story && !story.published_at) return 'This story isn’t published. Its reads are counted once it is.'
  if (since) return `No reads yet ${since}. New ones appear here within half a minute.`
  if (before.reads > 0) {
    const were = before.reads === 1 ? 'was' : 'were'
    return `No reads ${during(days.length)}. There ${were} ${before.reads.toLocaleString('en-GB')} in the ${spanBefore(days.length)} before.`
  }
  return `No reads ${during(days.length)}, and none in the ${spanBefore(days.length)} before.`
}

/** For a story that is younger than the days that are shown. */
function sincePublished({ days, story }: Described): string | undefined {
  const published = story?.published_at?.slice(0, 10)
  const [first] = days
  if (!published || !first || published <= first.day) return undefined
  // It was public before as well, and then taken back for a while.
  if (days.some(({ day, reads }) => day < published && reads > 0)) return undefined
  if (published === days.at(-1)?.day) return 'since it was published today'
  return `since it was published on ${dateOf(published, days)}`
}

function during(days: number): string {
  return days === week ? 'this week' : `in the last ${spanOf(days)}`
}

function spanBefore(days: number): string {
  return days === week ? 'week' : spanOf(days)
}

/** E.g. `, about a third of them from Tuesday’s newsletter`. */
function mainSource({ from, emails, days }: Described, reads: number, siteName: string): string {
  const [main] = from.filter(({ source }) => source !== 'others').toSorted((one, other) => other.reads - one.reads)
  if (!main || main.reads / reads < leastShare) return ''
  const source =
    main.source === 'newsletter' && wasLately(emails?.sent_at, days)
      ? `from ${weekdayOf(emails?.sent_at ?? '')}’s newsletter`
      : nameSource(main.source, siteName).from
  if (reads === 1) return `, ${source}`
  return `, ${shareOf(main.reads, reads)} of them ${source}`
}

/** In the week that ends with the last of these days, so that the name of its weekday is enough. */
function wasLately(at: string | null | undefined, days: Readers['days']): boolean {
  const weekAgo = days.at(-week)?.day
  return Boolean(at && weekAgo && at.slice(0, 10) >= weekAgo)
}

const fractions = [
  ...([
    [3, 4, 'three quarters'],
    [2, 3, 'two thirds'],
    [1, 2, 'half'],
  ] as const),
  ...([
    [1, 3, 'a third'],
    [1, 4, 'a quarter'],
    [1, 5, 'a fifth'],
  ] as const),
]
const nearlyMost = 0.025

/** In words where they are shorter than the figure. */
function shareOf(part: number, all: number): string {
  if (part >= all) return all === 2 ? 'both' : 'all'
  const share = part / all
  if (all < sharesFrom) return part.toLocaleString('en-GB')
  const named = fractions.find(([over, under]) => Math.abs(share - over / under) <= nearlyMost)
  if (!named) return `${percentOf(share)}%`
  const [over, under, words] = named
  return part * under === all * over ? words : `about ${words}`
}

/** Never 0 or 100, which would say none and all. */
function percentOf(share: number): number {
  return Math.min(99, Math.max(1, Math.round(share * 100)))
}

/** How many reached the end, of those who did anything on the page: of the others we know nothing. */
function describeEnd({ days, story }: Described, reads: number): string | undefined {
  const began = sumOf(days, 'began')
  const finished = Math.min(began, sumOf(days, 'finished'))
  if (reads === 0) return undefined
  if (began === 0) return 'How many reached the end isn’t known yet.'
  const [those, end] = story ? ['who began', 'the end'] : ['who began a story', 'its end']
  if (began === 1) return finished === 1 ? `The one ${those} reached ${end}.` : `The one ${those} didn’t reach ${end}.`
  if (finished === began)
    return began === 2
      ? `Both ${those} reached ${end}.`
      : `All ${began.toLocaleString('en-GB')} ${those} reached ${end}.`
  if (finished === 0) return `None of the ${began.toLocaleString('en-GB')} ${those} reached ${end}.`
  if (began < sharesFrom) return `${finished} of the ${began} ${those} reached ${end}.`
  return `${percentOf(finished / began)}% of those ${those} reached ${end}.`
}

/** E.g. `1 minute`, `3 hours 20 minutes`. */
function durationOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [...(hours > 0 ? [countOf(hours, 'hour')] : []), ...(rest > 0 ? [countOf(rest, 'minute')] : [])]
  return parts.join(' ')
}

function weekdayOf(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })
}

/** The year only where it is another one than that of the last day. */
function dateOf(iso: string, days: Readers['days']): string {
  const isThisYear = iso.slice(0, 4) === days.at(-1)?.day.slice(0, 4)
  return (isThisYear ? dayOfMonth : wholeDate).format(new Date(iso))
}
