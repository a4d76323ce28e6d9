import { act, fireEvent, render, screen } from '@testing-library/react'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { PrivatePodcast } from './private-podcast.tsx'

beforeEach(forgetAnswers)
afterEach(() => jest.restoreAllMocks())
const path = '/api/reading-list/podcast'
const made = { url: 'https://example.com/reading-list/a.b/feed.xml', episodes: 2 }
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

async function show(answers: Parameters<typeof answerByPath>[0]) {
  const calls = answerByPath(answers)
  await act(async () => render(<PrivatePodcast />))
  return calls
}

test('is made, gets another address and is turned off, each on purpose', async () => {
  const calls = await show({
    [`GET ${path}`]: { body: { url: null, episodes: 0 } },
    [`POST ${path}`]: { body: made },
    [`DELETE ${path}`]: { body: { url: null, episodes: 0 } },
  })
  await press('Make my private podcast')
  expect(screen.getByLabelText('Address for your podcast app')).toHaveValue(made.url)
  expect(screen.getByText(/^2 stories in it/)).toBeInTheDocument()
  const confirmed = jest.spyOn(window, 'confirm').mockReturnValue(false)
  await press('New address')
  await press('Turn off')
  expect(calls).toHaveLength(2)
  confirmed.mockReturnValue(true)
  await press('New address')
  await press('Turn off')
  expect(screen.getByRole('button', { name: 'Make my private podcast' })).toBeInTheDocument()
})

test('says what went wrong', async () => {
  await show({
    [`GET ${path}`]: { body: { url: null, episodes: 0 } },
    [`POST ${path}`]: { status: 429, body: { message: 'Too many requests. Please try again later.' } },
  })
  await press('Make my private podcast')
  expect(screen.getByRole('alert')).toHaveTextContent('Too many requests. Please try again later.')
})
