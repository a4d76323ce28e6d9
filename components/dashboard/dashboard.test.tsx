import { act, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { aSend } from '#components/testing/a-send.ts'
import type { Figures } from '#contract/dashboard.ts'
import { FiguresOverTime } from './figures-over-time.tsx'
// Before it is asked for, so that no test waits for it to be compiled.
import './line-drawing.tsx'
import { RangeLinks } from './figures-over-time.tsx'
import { RecentSends } from './recent-sends.tsx'
import { CountList, TopStories } from './top-stories.tsx'

const nothing = { reads: 0, crawler_reads: 0, sign_ups: 0, confirmed_subscribers: 0 }
const figures = (but: Partial<Figures['days'][number]> = {}): Figures => ({
  days: Array.from({ length: 7 }, (_, place) => ({
    day: `2026-11-${17 + place}`,
    ...nothing,
    ...(place === 6 && but),
  })),
  before: { ...nothing, reads: 1_000 },
})

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

describe('figures over time', () => {
  test('has a sentence and a table for each chart, the latest day first', async () => {
    await act(async () => {
      render(<FiguresOverTime figures={figures({ reads: 1_204, crawler_reads: 31, sign_ups: 2 })} />)
    })
    const reads = screen.getByRole('region', { name: 'Reads' })
    expect(reads).toHaveTextContent(
      '1,204 reads in the last 7 days, 20% more than in the 7 days before. Crawlers, counted separately: 31.',
    )
    expect(within(reads).getByTitle('Reads, a chart. The table below has the same figures.')).toBeInTheDocument()
    within(reads).getByText('Show as a table').click()
    const rows = within(within(reads).getByRole('table', { name: 'Reads, the latest first' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent).slice(0, 3)).toEqual([
      'WhenReadsCrawlers',
      '23 November 2026, so far1,20431',
      '22 November 202600',
    ])
    expect(screen.getByRole('region', { name: 'Sign-ups' })).toHaveTextContent('2 new accounts in the last 7 days')
  })

  test('says how many of the new subscribers have left, so that the figures add up', async () => {
    const changes = { users: 0, subscribers: 3, confirmed_subscribers: 11 }
    await act(async () => {
      render(<FiguresOverTime figures={{ ...figures({ confirmed_subscribers: 18 }), changes }} />)
    })
    const subscribers = screen.getByRole('region', { name: 'New subscribers' })
    expect(subscribers).toHaveTextContent('18 newly confirmed subscribers in the last 7 days')
    expect(subscribers).toHaveTextContent('7 have left, which makes 11 more than 7 days ago.')
  })

  test('says so when there is nothing, and draws nothing', () => {
    render(<FiguresOverTime figures={figures()} />)
    const subscribers = screen.getByRole('region', { name: 'New subscribers' })
    expect(subscribers).toHaveTextContent('No newly confirmed subscribers in the last 7 days, and none')
    expect(subscribers).not.toHaveTextContent('left')
    expect(screen.getByRole('region', { name: 'Reads' })).toHaveTextContent('A read is one view of a published story')
    expect(screen.queryByRole('table', { hidden: true })).toBeNull()
  })

  test('has the table and a sentence about the chart in the HTML of the server', () => {
    const html = renderToString(<FiguresOverTime figures={figures({ reads: 5 })} />)
    expect(html).toContain('<noscript><p')
    expect(html).toContain('23 November 2026, so far')
  })
})

test('ranges are links, and the shown one is marked', () => {
  render(<RangeLinks path="/admin-dashboard" ranges={[7, 30, 364]} shown={30} />)
  const links = within(screen.getByRole('navigation', { name: 'Time range' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual(
    [
      ['7 days', '/admin-dashboard?days=7', null],
      ['30 days', '/admin-dashboard?days=30', 'true'],
      ['A year', '/admin-dashboard?days=364', null],
    ],
  )
})

test('totals say by how much they have changed', () => {
  const counts = [
    { name: 'Total users', count: 1_204, change: 12 },
    { name: 'Total subscribers', count: 9, change: -3 },
    { name: 'Total confirmed subscribers', count: 4, change: 0 },
    { name: 'Unknown', count: 1, change: undefined },
  ]
  render(<CountList counts={counts} days={30} />)
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1,204+12 in 30 days',
    '9−3 in 30 days',
    '4as many as 30 days ago',
    '1',
  ])
})

describe('top stories', () => {
  const story = { slug: 'lamps', title: 'Lamps', author_name: 'Ada', author_uuid: null, reads: 250, crawler_reads: 9 }

  test('have a link, the author, the reads with their share, and crawlers apart', () => {
    render(<TopStories stories={[story]} days={7} allReads={1_000} />)
    expect(screen.getByRole('link', { name: 'Lamps' })).toHaveAttribute('href', '/article/lamps')
    expect(screen.getByRole('listitem')).toHaveTextContent('LampsAda250 readscrawlers: 925% of all reads')
  })

  test('say so when nothing was read', () => {
    render(<TopStories stories={[]} days={364} allReads={0} />)
    expect(screen.getByRole('heading', { name: 'Top stories of the last 52 weeks' })).toBeVisible()
    expect(screen.getByText('No stories have been read yet. The most read ones will appear here.')).toBeVisible()
  })
})

describe('latest sends', () => {
  test('say what became of them', () => {
    const sent = aSend({ state: 'done' }, { recipients: 1_200, sent: 1_190, bounced: 7, failed: 3 })
    render(<RecentSends sends={[sent, aSend({ id: 'send-2', env: 'test' }, { recipients: 1, sent: 1 })]} />)
    const [first, second] = screen.getAllByRole('listitem')
    expect(first).toHaveTextContent('Done: 1,190 of 1,200 emails sent, 7 bounced, 3 failed')
    expect(second).toHaveTextContent('Fiction, weekly (test)Sending: 1 of 1 email sent')
    expect(screen.getByRole('link', { name: 'All sends' })).toHaveAttribute('href', '/send-newsletters')
  })

  test('say so when there is none', () => {
    render(<RecentSends sends={[]} />)
    expect(screen.getByText('Nothing has been sent yet.')).toBeVisible()
  })
})
