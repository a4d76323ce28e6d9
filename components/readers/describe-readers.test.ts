import type { StoryReaders } from '#contract/readers.ts'
import { describeReaders } from './describe-readers.ts'

const none = { reads: 0, began: 0, finished: 0, subscribed: 0, heard_minutes: 0 }
const lastDay = '2026-11-26'
const dayMs = 24 * 60 * 60 * 1000
const dayAgo = (days: number) => new Date(Date.parse(lastDay) - days * dayMs).toISOString().slice(0, 10)

type Given = Partial<typeof none> & {
  range?: number
  before?: number
  from?: StoryReaders['from']
  published?: string | null
  sent?: number
  sentAt?: string | null
}

/** Figures that are all of today. */
function figures({ range = 7, before = 0, from = [], published = '2026-01-05T08:00:00Z', ...given }: Given) {
  const { sent = 0, sentAt = null, ...today } = given
  const days = Array.from({ length: range }, (_, place) => ({ ...none, day: dayAgo(range - 1 - place) }))
  Object.assign(days.at(-1) ?? {}, today)
  return {
    ...{ days, from, before: { ...none, reads: before } },
    story: { _id: '1', slug: 'lamps', title: 'Lamps', published_at: published },
    emails: { sent, sent_at: sentAt },
  }
}

const said = (given: Given) => describeReaders(figures(given), 'Bytewise').join(' ')

describe('the readers of a story in words', () => {
  test('say how many, from where, how many finished and how many subscribed', () => {
    const from = [
      { source: 'newsletter', reads: 71 },
      { source: 'direct', reads: 60 },
    ]
    const week = { reads: 212, began: 100, finished: 61, subscribed: 4, from }
    expect(said({ ...week, sent: 90, sentAt: '2026-11-24T06:00:00Z' })).toBe(
      '212 reads this week, about a third of them from Tuesday’s newsletter. 61% of those who began reached the end. ' +
        '4 people subscribed from this story. It was emailed to 90 people on 24 November.',
    )
    expect(said({ ...week, sent: 1, sentAt: '2025-11-24T06:00:00Z' })).toMatch(
      /them from newsletters\..*It was emailed to 1 person on 24 November 2025\.$/,
    )
  })

  test.each<[string, Given, string]>([
    ['one read', { reads: 1, from: [{ source: 'direct', reads: 1 }] }, '1 read this week, opened directly.'],
    ['no read for long', {}, 'No reads this week, and none in the week before.'],
    ['no read any more', { before: 34 }, 'No reads this week. There were 34 in the week before.'],
    ['one before', { before: 1, range: 30 }, 'No reads in the last 30 days. There was 1 in the 30 days before.'],
    ['a year', { reads: 2_000, range: 364, published: '2024-01-05T08:00:00Z' }, '2,000 reads in the last 52 weeks.'],
    ['a draft', { published: null }, 'This story isn’t published. Its reads are counted once it is.'],
    ['a draft that was public', { published: null, reads: 3 }, '3 reads this week.'],
    ['the first day', { published: `${lastDay}T09:00:00Z`, reads: 3 }, '3 reads since it was published today.'],
    [
      'the first minute',
      { published: `${lastDay}T09:00:00Z` },
      'No reads yet since it was published today. New ones appear here within half a minute.',
    ],
    [
      'the first days',
      { published: '2026-11-22T09:00:00Z', reads: 12, range: 90 },
      '12 reads since it was published on 22 November.',
    ],
  ])('%s', (_, given, sentence) => {
    expect(said(given)).toContain(sentence)
  })

  test('a story that was public before it was published again is described by the days', () => {
    const { days, ...others } = figures({ published: `${lastDay}T09:00:00Z`, reads: 2 })
    const [first, ...rest] = days
    const readers = { ...others, days: [{ ...none, day: first?.day ?? '', reads: 5 }, ...rest] }
    expect(describeReaders(readers, 'Bytewise')[0]).toBe('7 reads this week.')
  })
})

describe('where most reads came from', () => {
  test.each<[number, number, string, string]>([
    [100, 100, 'example.com', ', all of them from example.com.'],
    [2, 2, 'example.com', ', both of them from example.com.'],
    [100, 50, 'front_page', ', half of them from the front page.'],
    [99, 33, 'site', ', a third of them from other pages of Bytewise.'],
    [100, 66, 'feed', ', about two thirds of them from feeds.'],
    [1_000, 420, 'search', ', 42% of them from the search on Bytewise.'],
    [1_000, 999, 'direct', ', 99% of them opened directly.'],
    [9, 6, 'newsletter', ', 6 of them from newsletters.'],
    [100, 19, 'example.com', ' this week.'],
    [100, 90, 'others', ' this week.'],
  ])('%d reads, %d of them by %s', (reads, part, source, words) => {
    expect(said({ reads, from: [{ source, reads: part }] })).toContain(words)
  })
})

describe('how many reached the end', () => {
  test.each<[number, number, string]>([
    [0, 0, 'How many reached the end isn’t known yet.'],
    [1, 1, 'The one who began reached the end.'],
    [1, 0, 'The one who began didn’t reach the end.'],
    [2, 2, 'Both who began reached the end.'],
    [5, 5, 'All 5 who began reached the end.'],
    [5, 0, 'None of the 5 who began reached the end.'],
    [5, 2, '2 of the 5 who began reached the end.'],
    [1_000, 999, '99% of those who began reached the end.'],
    [1_000, 1, '1% of those who began reached the end.'],
    // Counted on two sides of midnight.
    [3, 4, 'All 3 who began reached the end.'],
  ])('of %d, %d', (began, finished, sentence) => {
    expect(said({ reads: 2_000, began, finished })).toContain(sentence)
  })

  test('is not mentioned without a read', () => {
    expect(said({ subscribed: 1 })).toBe(
      'No reads this week, and none in the week before. 1 person subscribed from this story.',
    )
  })
})

test.each([
  [0.4, 'this week.'],
  [1, 'It was listened to for 1 minute.'],
  [60, 'It was listened to for 1 hour.'],
  [200.4, 'It was listened to for 3 hours 20 minutes.'],
])('%d minutes of listening are described', (minutes, sentence) => {
  expect(said({ reads: 5, began: 1, heard_minutes: minutes })).toContain(sentence)
})

test('the readers of a publication are described in its words', () => {
  const {
    story: _,
    emails: __,
    ...readers
  } = figures({ reads: 40, began: 20, finished: 5, subscribed: 1, heard_minutes: 3 })
  expect(describeReaders(readers, 'Bytewise').join(' ')).toBe(
    '40 reads this week. 25% of those who began a story reached its end. 1 person subscribed from these stories. ' +
      'They were listened to for 3 minutes.',
  )
})
