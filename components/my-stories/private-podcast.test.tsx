import { act, fireEvent, render, screen } from '@testing-library/react'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { recordAnnouncements } from '#components/testing/record-announcements.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { describeProgress, PrivatePodcast } from './private-podcast.tsx'

beforeEach(forgetAnswers)
afterEach(() => jest.restoreAllMocks())
const none = { url: null, episodes: 0, saved: 0, under_way: 0, percent: 0 }
const path = '/api/reading-list/podcast'
const made = { ...none, url: 'https://example.com/reading-list/a.b/feed.xml', episodes: 2, saved: 2 }
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

async function show(answers: Parameters<typeof answerByPath>[0]) {
  const calls = answerByPath(answers)
  await act(async () => render(<PrivatePodcast />))
  return calls
}

test('is made, gets another address and is turned off, each on purpose', async () => {
  const calls = await show({
    [`GET ${path}`]: { body: none },
    [`POST ${path}`]: { body: made },
    [`DELETE ${path}`]: { body: none },
  })
  await pressByKey('Make my private podcast')
  expect(screen.getByLabelText('Address for your podcast app')).toHaveValue(made.url)
  expect(screen.getByText(/^2 stories in it/)).toBeInTheDocument()
  const confirmed = jest.spyOn(window, 'confirm').mockReturnValue(false)
  await press('New address')
  await press('Turn off')
  expect(calls).toHaveLength(2)
  confirmed.mockReturnValue(true)
  await press('New address')
  await pressByKey('Turn off')
  expect(screen.getByRole('button', { name: 'Make my private podcast' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Listen to what you save' })).toHaveFocus()
})

test('says whether the address was copied', async () => {
  const clipboard = { writeText: jest.fn(async (_: string) => {}) }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  await show({ [`GET ${path}`]: { body: made } })
  await press('Copy')
  expect(clipboard.writeText).toHaveBeenCalledWith(made.url)
  expect(screen.getByText('The address was copied.')).toBeInTheDocument()
  clipboard.writeText.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await press('Copied')
  expect(screen.getByText(/^Your browser didn’t let us copy it/)).toBeVisible()
})

test('says what went wrong', async () => {
  await show({
    [`GET ${path}`]: { body: none },
    [`POST ${path}`]: { status: 429, body: { message: 'Too many requests. Please try again later.' } },
  })
  await press('Make my private podcast')
  expect(screen.getByRole('alert')).toHaveTextContent('Too many requests. Please try again later.')
})

test('asks again while stories are being read aloud, and shows how far they are', async () => {
  jest.useFakeTimers()
  try {
    const answers = { [`GET ${path}`]: { body: { ...made, saved: 4, episodes: 1, under_way: 3, percent: 25 } } }
    const heard = recordAnnouncements(document.body)
    const calls = await show(answers)
    const wait = () => act(async () => jest.advanceTimersByTimeAsync(2_000))
    expect(screen.getByText('1 of 4 is ready, the others are being read.')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Reading aloud' })).toHaveValue(25)
    answers[`GET ${path}`] = { body: { ...made, saved: 4, episodes: 2, under_way: 2, percent: 50 } }
    await wait()
    expect(calls.length).toBeGreaterThan(1)
    expect(screen.getByText('2 of 4 are ready, the others are being read.')).toBeInTheDocument()
    answers[`GET ${path}`] = { body: { ...made, saved: 4, episodes: 4 } }
    await wait()
    expect(screen.getByText(/^4 stories in it/)).toBeInTheDocument()
    expect(heard).toEqual(['Saved stories are being read aloud.', 'Your private podcast is up to date.'])
  } finally {
    jest.useRealTimers()
  }
})

test.each([
  [{ saved: 0 }, /^Nothing in it yet\./],
  [{ saved: 1, episodes: 1 }, /^1 story in it\./],
  [{ saved: 2, episodes: 1, under_way: 1 }, /^1 of 2 is ready, the other is being read\.$/],
  [
    { saved: 5, episodes: 2, under_way: 1 },
    /^2 of 5 are ready, 1 is being read\. The rest can’t be read aloud, or come/,
  ],
  [{ saved: 3, episodes: 2 }, /^2 of 3 are ready\. The others can’t be read aloud, or come on another day/],
])('says how far it is (%#)', (but, sentence) => {
  expect(describeProgress({ ...none, ...but })).toMatch(sentence)
})
