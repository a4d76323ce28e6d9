import { act, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import type { StoryReaders } from '#contract/readers.ts'
import { ReadersView } from './readers-view.tsx'
// Before it is asked for, so that no test waits for it to be compiled.
import '#components/dashboard/line-drawing.tsx'

const none = { reads: 0, began: 0, finished: 0, subscribed: 0, heard_minutes: 0 }
const days = (today: Partial<typeof none> = {}) =>
  Array.from({ length: 7 }, (_, place) => ({ day: `2026-11-${20 + place}`, ...none, ...(place === 6 && today) }))

function aView(but: Partial<StoryReaders> = {}) {
  const readers: StoryReaders = {
    story: { _id: '1', slug: 'lamps', title: 'Lamps', published_at: '2026-01-05T08:00:00Z' },
    emails: { sent: 0, sent_at: null },
    ...{ days: days(), before: none, from: [], ...but },
  }
  return (
    <ReadersView
      readers={readers}
      of={{ name: 'Lamps', href: '/article/lamps' }}
      siteName="Bytewise"
      ranges={[7, 30]}
      path="/my-stories/lamps/readers"
      csvPath="/api/readers/stories/1/csv"
    />
  )
}

beforeAll(() => {
  // jsdom lays nothing out.
  global.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 224))
})
afterAll(() => jest.restoreAllMocks())

test('begins with words, then has figures, a chart with its table, sources and a file', async () => {
  const today = { reads: 1_204, began: 100, finished: 61, subscribed: 4, heard_minutes: 12.4 }
  const from = [
    { source: 'newsletter', reads: 900 },
    { source: 'example.com', reads: 301 },
    { source: 'others', reads: 3 },
  ]
  await act(async () => {
    render(aView({ days: days(today), from, emails: { sent: 1_000, sent_at: null } }))
  })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Readers Lamps')
  expect(screen.getByRole('link', { name: 'Lamps' })).toHaveAttribute('href', '/article/lamps')
  expect(screen.getByText(/^1,204 reads this week, about three quarters of them from newsletters\./)).toBeVisible()
  const figures = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
  expect(figures).toEqual([
    ...['Reads: 1,204', 'Began: 100', 'Reached the end: 61', 'Subscribed: 4', 'Minutes listened: 12'],
    'Emails, of all time: 1,000',
  ])
  const reads = within(screen.getByRole('region', { name: 'Reads' }))
  reads.getByText('Show as a table').click()
  expect(reads.getAllByRole('row')[1]).toHaveTextContent('26 November 2026, so far1,204100614')
  const sources = within(screen.getByRole('region', { name: 'Where readers came from' }))
  expect(sources.getAllByRole('listitem').map((source) => source.textContent)).toEqual([
    'Newsletter900 reads75% of all reads',
    'example.com301 reads25% of all reads',
    'Other places3 readsunder 1% of all reads',
  ])
  expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    '/api/readers/stories/1/csv?days=7',
  )
  expect(screen.getByRole('link', { name: '30 days' })).toHaveAttribute('href', '/my-stories/lamps/readers?days=30')
})

test('has sentences in place of a chart and of sources while there are no reads, without scripts too', () => {
  const html = renderToString(aView())
  expect(html).toContain('No reads this week, and none in the week before.')
  expect(html).toContain('Nothing yet: this fills with the first reads.')
  expect(html).not.toContain('Show as a table')
})
