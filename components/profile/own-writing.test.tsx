import { render, screen, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import type { WeekOfReaders } from '#contract/readers.ts'
import { OwnWriting } from './own-writing.tsx'

beforeEach(signedInBrowser)
afterEach(signedOutBrowser)

const me = aReader()
const none: WeekOfReaders = { reads: 0, reads_before: 0, new_followers: 0, followers: 0 }

function show(answer: { status?: number; body: unknown }, uuid = me.uuid) {
  const calls = answerByPath({
    'GET /api/users/current_user': { body: me },
    'GET /api/publications/user': { body: [{ name: 'Night Notes', slug: 'night-notes' }] },
    'GET /api/readers/week': answer,
  })
  render(<OwnWriting uuid={uuid} />)
  return calls
}

test.each<[Partial<WeekOfReaders>, string]>([
  [{ reads: 1_128, new_followers: 4 }, '1,128 reads and 4 new followers this week'],
  [{ reads: 1, new_followers: 1 }, '1 read and 1 new follower this week'],
  [{ reads: 128, followers: 9 }, '128 reads this week'],
  [{ reads_before: 3 }, 'No reads this week'],
])('%j is said on one’s own profile, and leads to the stories', async (week, words) => {
  show({ body: { ...none, ...week } })
  expect(await screen.findByRole('link', { name: words })).toHaveAttribute('href', '/my-stories')
})

test('without an answer, the ways to the stories are left', async () => {
  show({ status: 503, body: {} })
  expect(await screen.findByRole('link', { name: 'Night Notes' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Your stories' })).toHaveAttribute('href', '/my-stories')
  expect(screen.queryByText(/this week/)).toBeNull()
})

test('on another’s profile nothing is asked for', async () => {
  const calls = show({ body: none }, 'somebody-else')
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.path).toBe('/api/users/current_user')
})
