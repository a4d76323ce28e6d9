import { act, fireEvent, render, screen } from '@testing-library/react'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import type { Thanks } from '#contract/thanks.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { ReceivedThanks } from './received-thanks.tsx'

const asked: string[] = []
beforeEach(() => {
  forgetAnswers()
  asked.length = 0
  window.confirm = (question = '') => asked.push(question) > 0
})

const line: Thanks = {
  ...{ _id: '1', words: 'I read it aloud.', sent_at: '2026-03-04T08:00:00Z', is_reported: false, is_blocked: false },
  ...{ reader: { uuid: 'noor', name: 'Noor' }, story: { slug: 'the-lamp', title: 'The Lamp' } },
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const has = (name: string) => screen.queryByRole('button', { name }) !== null

async function show(lines: Thanks[], answers: Parameters<typeof answerByPath>[0] = {}) {
  const lists = { 'GET /api/thanks': { body: lines }, 'GET /api/thanks/blocked': { body: [] } }
  const calls = answerByPath({ ...lists, ...answers })
  await act(async () => render(<ReceivedThanks />))
  return calls
}

test('shows each line with its reader and its story', async () => {
  await show([line])
  expect(screen.getByText('I read it aloud.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Noor' })).toHaveAttribute('href', '/profile/noor')
  expect(screen.getByRole('link', { name: 'The Lamp' })).toHaveAttribute('href', '/article/the-lamp')
})

test('says that a reader has left, and offers no block', async () => {
  await show([{ ...line, reader: null }])
  expect(screen.getByText(/^A reader who has left, about/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Block/ })).toBeNull()
})

test('deletes a line after a question', async () => {
  const calls = await show([line], { 'DELETE /api/thanks/1': { body: { message: 'The line was deleted.' } } })
  await press('Delete: Noor about The Lamp')
  expect(asked).toEqual(['Delete the line from Noor? You can’t bring it back.'])
  expect(screen.getByText('The line was deleted.')).toBeVisible()
  expect(screen.queryByText('I read it aloud.')).toBeNull()
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/thanks/1' })
})

test('reports a line, and says so', async () => {
  await show([line], { 'POST /api/thanks/1/report': { body: { message: 'Thank you.' } } })
  await press('Report: Noor about The Lamp')
  expect(screen.getByText(/You reported it\.$/)).toBeVisible()
  expect(has('Report: Noor about The Lamp')).toBe(false)
})

test('blocks a reader, who is then in the list of blocked readers, and unblocks them', async () => {
  await show([line], {
    'POST /api/thanks/1/block': { body: { message: 'They aren’t told.' } },
    'DELETE /api/thanks/blocked/noor': { body: { message: 'ok' } },
  })
  answerList('/api/thanks/blocked', [{ uuid: 'noor', name: 'Noor' }])
  await press('Block: Noor about The Lamp')
  expect(screen.getByText('They aren’t told.')).toBeVisible()
  expect(await screen.findByRole('region', { name: 'Blocked readers' })).toBeVisible()
  answerList('/api/thanks/blocked', [])
  await press('Unblock: Noor')
  expect(screen.queryByRole('region', { name: 'Blocked readers' })).toBeNull()
  // The line is asked for again, and says that they are not blocked.
  expect(screen.getByRole('button', { name: 'Block: Noor about The Lamp' })).toBeVisible()
})

test('moves the focus to what a row says now, and from a row that goes to the next one', async () => {
  const noor = { uuid: 'noor', name: 'Noor' }
  const iris = { uuid: 'iris', name: 'Iris' }
  await show([line, { ...line, _id: '2', reader: iris }], {
    'POST /api/thanks/1/report': { body: { message: 'Thank you.' } },
    'POST /api/thanks/1/block': { body: { message: 'They aren’t told.' } },
    'DELETE /api/thanks/1': { body: { message: 'The line was deleted.' } },
    'DELETE /api/thanks/blocked/noor': { body: { message: 'This reader can thank you again.' } },
    'DELETE /api/thanks/blocked/iris': { body: { message: 'This reader can thank you again.' } },
  })
  await pressByKey('Report: Noor about The Lamp')
  expect(screen.getByText('Thank you.')).toHaveFocus()
  answerList('/api/thanks', [
    { ...line, is_blocked: true },
    { ...line, _id: '2', reader: iris, is_blocked: true },
  ])
  answerList('/api/thanks/blocked', [noor, iris])
  await pressByKey('Block: Noor about The Lamp')
  expect(screen.getByText('They aren’t told.')).toHaveFocus()
  await pressByKey('Delete: Noor about The Lamp')
  expect(screen.getByText('The line was deleted.')).toHaveFocus()
  answerList('/api/thanks/blocked', [iris])
  await pressByKey('Unblock: Noor')
  expect(screen.getByRole('button', { name: 'Unblock: Iris' })).toHaveFocus()
  answerList('/api/thanks/blocked', [])
  await pressByKey('Unblock: Iris')
  expect(screen.getByText('This reader can thank you again.')).toHaveFocus()
})

test('does nothing if a question is answered with no', async () => {
  const calls = await show([line])
  const before = calls.length
  window.confirm = () => false
  for (const deed of ['Delete', 'Block', 'Report']) await press(`${deed}: Noor about The Lamp`)
  expect(calls).toHaveLength(before)
})

test('says what went wrong, and keeps the line', async () => {
  await show([line], { 'DELETE /api/thanks/1': { status: 503, body: { message: 'Not available right now.' } } })
  await press('Delete: Noor about The Lamp')
  expect(screen.getByRole('alert')).toHaveTextContent('Not available right now.')
  expect(screen.getByText('I read it aloud.')).toBeVisible()
})

test('says that there are none yet', async () => {
  await show([])
  expect(screen.getByText(/^No lines yet/)).toBeVisible()
})

test('says that they could not be loaded', async () => {
  await show([], { 'GET /api/thanks': { status: 503, body: { message: 'Not available right now.' } } })
  expect(screen.getByRole('alert')).toHaveTextContent('Not available right now.')
})

/** Another answer to a list from now on. */
function answerList(path: string, body: unknown[]): void {
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) =>
    String(input) === path
      ? ({ ok: true, status: 200, headers: new Headers(), json: async () => body } as Response)
      : before(input, init)
}
