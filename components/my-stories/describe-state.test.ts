import { describeState } from './describe-state.ts'

// Local times: the words are in the reader's time zone.
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 8).toISOString()
const now = new Date(2026, 10, 26)
const nothing = { published_at: null, publish_at: null }

test.each([
  [{ ...nothing, state: 'draft' }, 'Draft'],
  // Taken back.
  [{ ...nothing, state: 'draft', published_at: at(2026, 11, 12) }, 'Draft'],
  [{ ...nothing, state: 'published', published_at: at(2026, 11, 12) }, 'Published 12 November'],
  [{ ...nothing, state: 'published', published_at: at(2025, 11, 12) }, 'Published 12 November 2025'],
  [{ ...nothing, state: 'held', published_at: at(2026, 11, 12) }, 'Published 12 November, waiting to be emailed'],
  [{ ...nothing, state: 'planned', publish_at: at(2026, 12, 24) }, 'Planned: 24 December, 08:00'],
  [{ ...nothing, state: 'planned', publish_at: at(2027, 1, 1) }, 'Planned: 1 January 2027, 08:00'],
] as const)('%j is described', (story, words) => {
  expect(describeState(story, now)).toBe(words)
})
