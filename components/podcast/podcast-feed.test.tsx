import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { recordAnnouncements } from '#components/testing/record-announcements.ts'
import type { Podcast, PodcastJob } from '#contract/podcasts.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { CreatePodcast } from './create-podcast.tsx'
import { PodcastFeed } from './podcast-feed.tsx'

const aPodcast = (but: Partial<Podcast> = {}): Podcast => ({
  ...{ id: 'p1', fileName: 'the-lamp-1.mp3', title: 'The Lamp', description: '', is_public: false, story: null },
  ...{ url: '/audio/1.mp3', transcript: '/audio/1.vtt', duration_ms: 65_000, bytes: 1024 * 1024 * 2 },
  lastModified: '2026-11-23T08:00:00Z',
  ...but,
})
const aJob = (but: Partial<PodcastJob> = {}): PodcastJob => ({
  ...{
    id: 'j1',
    title: 'The Sea',
    fileName: 'the-sea-1.mp3',
    state: 'failed',
    failure: 'The disk is full.',
    url: null,
  },
  ...{ sentences: 9, sentences_done: 3, spoken_ms: 9_000 },
  ...{ created_at: new Date().toISOString(), changed_at: new Date().toISOString() },
  ...but,
})

beforeEach(() => {
  forgetAnswers()
  // jsdom plays nothing.
  for (const name of ['play', 'pause', 'load'] as const) {
    jest.spyOn(HTMLMediaElement.prototype, name).mockImplementation(async () => undefined)
  }
})
afterEach(() => jest.restoreAllMocks())

async function show(answers: Parameters<typeof answerByPath>[0]) {
  const calls = answerByPath({ 'GET /api/podcasts': { body: [] }, 'GET /api/podcasts/jobs': { body: [] }, ...answers })
  await act(async () => render(<PodcastFeed productName="Bytewise" />))
  return calls
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('a card has the file’s name, its date, its sound and its length', async () => {
  await show({ 'GET /api/podcasts': { body: [aPodcast()] } })
  const card = within(screen.getByRole('listitem'))
  expect(card.getByText('the-lamp-1.mp3')).toBeInTheDocument()
  expect(card.getByText(/23 November 2026/)).toBeInTheDocument()
  expect(card.getByText(/1:05/)).toHaveTextContent('2.0 MB')
  expect(card.getByLabelText('The Lamp')).toHaveAttribute('src', '/audio/1.mp3')
})

test('anything but the word cancels the deletion, and so does the second question', async () => {
  const calls = await show({
    'GET /api/podcasts': { body: [aPodcast()] },
    'DELETE /api/podcasts/the-lamp-1.mp3': { body: {} },
  })
  const [asked, told, confirmed] = [
    jest.spyOn(window, 'prompt'),
    jest.spyOn(window, 'alert'),
    jest.spyOn(window, 'confirm'),
  ]
  told.mockImplementation(() => undefined)
  for (const answer of ['Delete', '', null]) {
    asked.mockReturnValue(answer)
    await press('Delete')
    expect(told).toHaveBeenLastCalledWith("Deletion cancelled. You must type 'delete' to confirm.")
  }
  expect(confirmed).not.toHaveBeenCalled()
  asked.mockReturnValue('delete')
  confirmed.mockReturnValue(false)
  await press('Delete')
  expect(confirmed).toHaveBeenLastCalledWith('Are you sure you want to delete this podcast?')
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  confirmed.mockReturnValue(true)
  await press('Delete')
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('the-lamp-1.mp3 was deleted.')
})

test('a deletion that fails says so, and the card stays', async () => {
  await show({
    'GET /api/podcasts': { body: [aPodcast()] },
    'DELETE /api/podcasts/the-lamp-1.mp3': { status: 503, body: { message: 'Please try again.' } },
  })
  jest.spyOn(window, 'prompt').mockReturnValue('delete')
  jest.spyOn(window, 'confirm').mockReturnValue(true)
  await press('Delete')
  expect(screen.getByRole('alert')).toHaveTextContent('Please try again.')
  expect(screen.getByRole('listitem')).toBeInTheDocument()
})

test('the focus goes on to the next card, and from the last one to what is said', async () => {
  await show({
    'GET /api/podcasts': { body: [aPodcast(), aPodcast({ id: 'p2', title: 'The Sea', fileName: 'the-sea-1.mp3' })] },
    'DELETE /api/podcasts/the-lamp-1.mp3': { body: {} },
    'DELETE /api/podcasts/the-sea-1.mp3': { body: {} },
  })
  jest.spyOn(window, 'prompt').mockReturnValue('delete')
  jest.spyOn(window, 'confirm').mockReturnValue(true)
  const deleteFirst = async () => {
    const [first] = screen.getAllByRole('button', { name: 'Delete' })
    await act(async () => first?.focus())
    await act(async () => first && fireEvent.click(first))
  }
  await deleteFirst()
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
  await deleteFirst()
  expect(screen.getByText('the-sea-1.mp3 was deleted.')).toHaveFocus()
})

test('a change shows immediately', async () => {
  const changed = aPodcast({ title: 'Another', is_public: true })
  const calls = await show({
    'GET /api/podcasts': { body: [aPodcast()] },
    'PUT /api/podcasts/the-lamp-1.mp3': { body: changed },
  })
  await pressByKey('Edit')
  expect(screen.getByLabelText('Title')).toHaveFocus()
  await pressByKey('Cancel')
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
  await pressByKey('Edit')
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Another' } })
  await pressByKey('Save')
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
  expect(screen.getByRole('heading', { name: 'Another' })).toBeInTheDocument()
  expect(calls.at(-1)?.body).toEqual({ title: 'Another', description: '' })
  await press('Take out of the feed')
  expect(calls.at(-1)?.body).toEqual({ is_public: false })
})

test('what failed is tried again once, however often the button is pressed', async () => {
  const calls = await show({
    'GET /api/podcasts/jobs': { body: [aJob()] },
    'GET /api/podcasts/jobs/j1': { body: aJob() },
    'POST /api/podcasts/jobs/j1/retry': { body: aJob({ state: 'waiting', failure: null }) },
  })
  const again = screen.getByRole('button', { name: 'Try again' })
  await act(async () => {
    fireEvent.click(again)
    fireEvent.click(again)
  })
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('what failed says why, is tried again and forgotten', async () => {
  await show({
    'GET /api/podcasts/jobs': { body: [aJob()] },
    'GET /api/podcasts/jobs/j1': { body: aJob({ state: 'cancelled', failure: null }) },
    'POST /api/podcasts/jobs/j1/retry': { body: aJob({ state: 'cancelled', failure: null }) },
    'DELETE /api/podcasts/jobs/j1': { body: {} },
  })
  expect(screen.getByText('The disk is full.')).toBeInTheDocument()
  await press('Try again')
  expect(screen.getByText(/^Cancelled after 3 of 9 sentences/)).toBeInTheDocument()
  await pressByKey('Remove')
  expect(screen.queryByText('The Sea')).toBeNull()
  expect(screen.getByText('The Sea was removed.')).toHaveFocus()
  expect(screen.getByText("It's empty here.")).toBeInTheDocument()
})

test('what is read aloud says how far it is, and can be cancelled; its text stays', async () => {
  const speaking = aJob({ state: 'speaking', failure: null })
  const asked = { body: speaking }
  answerByPath({
    'GET /api/podcasts/jobs': { body: [] },
    'POST /api/podcasts': { body: speaking },
    'GET /api/podcasts/jobs/j1': asked,
    'POST /api/podcasts/jobs/j1/cancel': { body: aJob({ state: 'cancelled', failure: null }) },
  })
  await act(async () => render(<CreatePodcast />))
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'The waves come and go.' } })
  const heard = recordAnnouncements(document.body)
  await press('Generate Podcast')
  expect(screen.getByText('3 of 9 sentences, 0:09 of audio')).toBeInTheDocument()
  asked.body = { ...speaking, sentences_done: 4 }
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('4 of 9 sentences, 0:09 of audio')).toBeInTheDocument()
  await pressByKey('Cancel')
  expect(screen.getByText(/^Cancelled after 3 of 9 sentences/)).toHaveFocus()
  expect(heard).toEqual(['Reading aloud…', expect.stringMatching(/^Cancelled after/)])
  expect(screen.getByRole('button', { name: 'Generate Podcast' })).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('The waves come and go.')
})

test('a player that is closed gives the focus back', async () => {
  await show({ 'GET /api/podcasts': { body: [aPodcast()] } })
  act(() => screen.getByRole('button', { name: 'Edit' }).focus())
  fireEvent.play(screen.getByLabelText('The Lamp'))
  await pressByKey('Close the player')
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
})

test('one plays at a time, in a player that can be closed', async () => {
  const two = [aPodcast(), aPodcast({ id: 'p2', title: 'The Sea', fileName: 'the-sea-1.mp3' })]
  await show({ 'GET /api/podcasts': { body: two } })
  const [first, second] = [screen.getByLabelText('The Lamp'), screen.getByLabelText('The Sea')] as HTMLAudioElement[]
  fireEvent.play(first as HTMLAudioElement)
  const player = within(screen.getByRole('region', { name: 'Player' }))
  expect(player.getByText('The Lamp')).toBeInTheDocument()
  fireEvent.play(second as HTMLAudioElement)
  expect(HTMLMediaElement.prototype.pause).toHaveBeenCalledTimes(1)
  expect(player.getByText('The Sea')).toBeInTheDocument()
  fireEvent.click(player.getByRole('button', { name: 'Forward 15 seconds' }))
  expect(second?.currentTime).toBe(15)
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(second?.currentTime).toBe(0)
  fireEvent.click(player.getByRole('button', { name: 'Close the player' }))
  expect(screen.queryByRole('region', { name: 'Player' })).toBeNull()
})
