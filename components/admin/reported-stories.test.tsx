import { fireEvent, render, screen, within } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import type { ReportedStory } from '#contract/reports.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { ReportedStories } from './reported-stories.tsx'

const asked: string[] = []
beforeEach(() => {
  forgetAnswers()
  asked.length = 0
  window.confirm = (question = '') => asked.push(question) > 0
})

const lamp: ReportedStory = {
  ...{ _id: '1', slug: 'lamp', title: 'The lamp', text: 'It turns all night.', is_whole: true, count: 2 },
  author: { uuid: 'ada', name: 'Ada', is_suspended: false },
  newest_at: '2026-01-02T03:04:05.000Z',
  reports: [
    { reason: 'copied', note: 'From my site', at: '2026-01-02T03:04:05.000Z', reporter: { uuid: 'ben', name: 'Ben' } },
    { reason: 'spam', note: '', at: '2026-01-02T03:04:05.000Z', reporter: null },
  ],
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function show(...answers: Parameters<typeof answerCalls>) {
  const calls = answerCalls({ body: [lamp] }, ...answers)
  render(<ReportedStories />)
  await screen.findByRole('link', { name: 'The lamp' })
  return calls
}
const decided = (decision: string) => ({
  ...{ method: 'POST', path: '/api/reports/1/decide', body: { decision, newest_at: lamp.newest_at } },
})

test('shows the story, its author, its text and the reports', async () => {
  await show()
  expect(screen.getByText('Reported 2 times')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/profile/ada')
  const reports = within(screen.getByRole('list', { name: 'Reports: The lamp' })).getAllByRole('listitem')
  expect(reports.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Copied from someone elseFrom my siteBen, /),
    expect.stringMatching(/^Spam or advertisingA visitor, /),
  ])
  expect(screen.getByText('It turns all night.')).toBeInTheDocument()
})

test('dismisses the reports that were seen, and offers nothing more', async () => {
  const calls = await show({ body: { message: 'The reports are dismissed.' } })
  await pressByKey('Dismiss: The lamp')
  expect(screen.getByText('The reports are dismissed.')).toHaveFocus()
  expect(calls[1]).toEqual(decided('dismiss'))
  expect([asked, screen.queryAllByRole('button')]).toEqual([[], []])
})

test('suspends the author after a question; the story can still be unpublished', async () => {
  const calls = await show({ body: { message: 'The author is suspended.' } }, { body: { slug: 'lamp' } })
  await pressByKey('Suspend author: Ada (The lamp)')
  expect(screen.getByText('The author is suspended.')).toHaveFocus()
  expect(asked).toEqual(['Suspend Ada? They will be logged out and can’t log in. The story stays public.'])
  expect(screen.queryByRole('button', { name: 'Dismiss: The lamp' })).toBeNull()
  press('Unpublish story: The lamp')
  expect(await screen.findByText(/^The story is a draft now/)).toBeVisible()
  expect(calls.slice(1)).toEqual([decided('suspend'), { method: 'POST', path: '/api/contents/1/unpublish', body: {} }])
})

test('says why a decision failed, and keeps the buttons', async () => {
  const detail = 'Someone has already decided about these reports.'
  await show({ status: 409, body: { detail, message: detail, code: 'conflict' } })
  press('Unpublish story: The lamp')
  expect((await screen.findByRole('alert')).textContent).toBe(detail)
  expect(screen.getByRole('button', { name: 'Dismiss: The lamp' })).toBeEnabled()
})

test('says that no story is reported', async () => {
  answerCalls({ body: [] })
  render(<ReportedStories />)
  expect(await screen.findByText('No story is reported.')).toBeVisible()
})
