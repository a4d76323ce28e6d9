import { fireEvent, render, screen, within } from '@testing-library/react'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import type { QueueState, TroubledJob } from '#contract/administration.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { JobDesk } from './job-desk.tsx'

beforeEach(forgetAnswers)

const mail: QueueState = { name: 'mail', waiting: 0, later: 1, active: 0, failed: 2 }
const failed: TroubledJob = {
  ...{ _id: '1', queue: 'mail', job: 'send-welcome', about: 'user 7', state: 'failed', tries: 11 },
  ...{ created_at: '2026-01-02T03:04:05.000Z', failed_at: '2026-01-02T09:04:05.000Z', next_try_at: null },
  failure: '550 no such user',
}
const waiting: TroubledJob = {
  ...failed,
  _id: '2',
  state: 'retry',
  tries: 1,
  failed_at: null,
  next_try_at: failed.created_at,
}
const lists = {
  'GET /api/dashboard/queues': { body: [mail] },
  'GET /api/dashboard/jobs?state=failed': { body: [failed] },
  'GET /api/dashboard/jobs?state=retry': { body: [waiting] },
}
async function show(answers: Parameters<typeof answerByPath>[0] = {}) {
  const calls = answerByPath({ ...lists, ...answers })
  render(<JobDesk />)
  await screen.findByRole('list', { name: 'Waiting for a retry' })
  await screen.findByRole('row', { name: /mail/ })
  return calls
}
const failedList = () => within(screen.getByRole('list', { name: 'Failed for good' }))

test('counts by queue, and says what failed and why', async () => {
  await show()
  expect(screen.getByRole('row', { name: /^mail emails that someone waits for.* 0 1 0 2/ })).toBeTruthy()
  expect(failedList().getByText(/11 tries/)).toBeTruthy()
  expect(failedList().getByText('About user 7')).toBeTruthy()
  expect(failedList().getByText('550 no such user')).toBeTruthy()
})

test('retries a job, which leaves the list', async () => {
  const calls = await show({
    'POST /api/dashboard/jobs/1/retry': { body: { message: 'The job will run straight away.' } },
  })
  const [retry] = screen.getAllByRole('button', { name: 'Retry: send-welcome' }) as [HTMLElement]
  retry.focus()
  fireEvent.click(retry)
  expect(await screen.findByText('The job will run straight away.')).toHaveFocus()
  expect(screen.queryByRole('list', { name: 'Failed for good' })).toBeNull()
  expect(screen.getByText('No jobs have failed for good.')).toBeTruthy()
  expect(calls.filter(({ path }) => path === '/api/dashboard/queues')).toHaveLength(2)
})

test('throws a job away after a question, and says why not', async () => {
  const answers = [false, true]
  window.confirm = () => answers.shift() ?? false
  const detail = 'This job is running right now.'
  const calls = await show({ 'DELETE /api/dashboard/jobs/1': { status: 409, body: { detail, message: detail } } })
  const discard = () => fireEvent.click(failedList().getByRole('button', { name: 'Discard: send-welcome' }))
  discard()
  discard()
  expect((await screen.findByRole('alert')).textContent).toBe(detail)
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(failedList().getByText('send-welcome')).toBeTruthy()
})

test('retries all that failed of a queue, and says so where the button was', async () => {
  const failures = { body: [failed] }
  const queues = { body: [mail] }
  await show({
    'POST /api/dashboard/queues/mail/retry': { body: { count: 2 } },
    'GET /api/dashboard/jobs?state=failed': failures,
    'GET /api/dashboard/queues': queues,
  })
  failures.body = []
  queues.body = [{ ...mail, failed: 0 }]
  await pressByKey('Retry failed: mail')
  expect(screen.getByText('2 jobs will run straight away.')).toHaveFocus()
  expect(await screen.findByText('No jobs have failed for good.')).toBeTruthy()
})
