import { act, render, screen } from '@testing-library/react'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import type { ReportedThanks as Reported } from '#contract/thanks.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { ReportedThanks } from './reported-thanks.tsx'

const asked: string[] = []
beforeEach(() => {
  forgetAnswers()
  asked.length = 0
  window.confirm = (question = '') => asked.push(question) > 0
})

const line: Reported = {
  ...{ _id: '1', words: 'Stop writing.', sent_at: '2026-03-04T08:00:00Z', reported_at: '2026-03-05T08:00:00Z' },
  ...{ reader: { uuid: 'noor', name: 'Noor' }, writer: { uuid: 'ada', name: 'Ada' } },
  story: { slug: 'the-lamp', title: 'The Lamp' },
}

async function show(lines: Reported[], answers: Parameters<typeof answerByPath>[0] = {}) {
  const calls = answerByPath({ 'GET /api/thanks/reported': { body: lines }, ...answers })
  await act(async () => render(<ReportedThanks />))
  return calls
}

test('shows who sent which line to whom', async () => {
  await show([line])
  expect(screen.getByText('“Stop writing.”')).toBeVisible()
  for (const name of ['Noor', 'Ada', 'The Lamp']) expect(screen.getByRole('link', { name })).toBeVisible()
})

test('removes a line after a question, and says so', async () => {
  const message = 'The line was removed.'
  const calls = await show([line], { 'POST /api/thanks/reported/1/remove': { body: { message } } })
  await pressByKey('Remove: Stop writing.')
  expect(asked).toEqual(['Remove this line from the thanks of Ada? It can’t be brought back.'])
  expect(screen.getByText(message)).toHaveFocus()
  expect(screen.queryByRole('button', { name: /^Dismiss/ })).toBeNull()
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/thanks/reported/1/remove' })
})

test('dismisses a report, also about a reader who has left', async () => {
  const message = 'The report was dismissed. The line stays.'
  await show([{ ...line, reader: null }], { 'POST /api/thanks/reported/1/dismiss': { body: { message } } })
  expect(screen.getByText(/From a reader who has left to/)).toBeVisible()
  await pressByKey('Dismiss: Stop writing.')
  expect(screen.getByText(message)).toHaveFocus()
})

test('says what went wrong', async () => {
  await show([line], { 'POST /api/thanks/reported/1/dismiss': { status: 404, body: { message: 'Gone.' } } })
  await pressByKey('Dismiss: Stop writing.')
  expect(screen.getByRole('alert')).toHaveTextContent('Gone.')
})

test('says that nothing is reported', async () => {
  await show([])
  expect(screen.getByText('No thanks are reported.')).toBeVisible()
})
