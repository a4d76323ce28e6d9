import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { aStory } from '#components/testing/a-story.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import type { OwnStory } from '#contract/readers.ts'
import { OwnStories } from './own-stories.tsx'

const all = 'GET /api/readers/stories?limit=30&sort=updated&state=all'
const days = (...latest: number[]) => [...Array(30 - latest.length).fill(0), ...latest]

function anOwnStory(id: string, but: Partial<OwnStory> = {}): OwnStory {
  return {
    ...aStory({ _id: id, id, slug: `story-${id}`, title: `Story ${id}` }),
    ...{ state: 'published', publish_at: null, reads_7: 0, reads_30: 0, days: days() },
    ...{ finished_30: 0, subscribed_30: 0, emails: 0 },
    ...but,
  }
}
const aDraft = (id: string, but: Partial<OwnStory> = {}) =>
  anOwnStory(id, { state: 'draft', isDraft: true, published_at: null, ...but })

function show(answers: Parameters<typeof answerByPath>[0]) {
  const calls = answerByPath({ 'GET /api/users/current_user': { body: aReader() }, ...answers })
  render(<OwnStories />)
  return calls
}
const row = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('tr') ?? document.createElement('tr'))

beforeEach(signedInBrowser)
afterEach(signedOutBrowser)

test('a story has its figures, each under its heading, and links to its readers and its editor', async () => {
  const figures = {
    reads_7: 1_204,
    reads_30: 2_000,
    finished_30: 61,
    subscribed_30: 4,
    emails: 90,
    days: days(1_000, 1_000),
  }
  show({ [all]: { body: [anOwnStory('1', figures)] } })
  const { getAllByRole, getByRole } = await row('Story 1')
  const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent)
  expect(headings).toEqual([
    ...['Story', '30 days', 'Reads, 7 days', 'Reads, 30 days', 'Reached the end', 'Subscribed', 'Emails'],
  ])
  const [, ...cells] = getAllByRole('cell').map((cell) => cell.textContent)
  expect(cells).toEqual(['Reads, 7 days1,204', 'Reads, 30 days2,000', 'Reached the end61', 'Subscribed4', 'Emails90'])
  expect(getByRole('img').getAttribute('aria-label')).toMatch(/^Reads in the last 30 days: 2,000, most on .+, 1,000\.$/)
  expect(getByRole('link', { name: 'Readers: Story 1' })).toHaveAttribute('href', '/my-stories/story-1/readers')
  expect(getByRole('link', { name: 'Edit: Story 1' })).toHaveAttribute('href', '/article/story-1/edit')
})

test('a story that was never public has no figures', async () => {
  show({ [all]: { body: [aDraft('1', { title: '' })] } })
  const { getByText, queryByRole } = await row('Untitled draft')
  expect(getByText('Draft')).toBeVisible()
  expect(getByText('Not published yet')).toBeInTheDocument()
  expect(queryByRole('img')).toBeNull()
  expect(queryByRole('link', { name: /^Readers/ })).toBeNull()
})

test('a draft that was public keeps its figures', async () => {
  show({ [all]: { body: [aDraft('1', { reads_30: 3, days: days(3) })] } })
  expect((await row('Story 1')).getByRole('link', { name: 'Readers: Story 1' })).toBeVisible()
})

describe('the list', () => {
  test('is searched, ordered and narrowed by the server', async () => {
    const query = '/api/readers/stories?limit=30'
    show({
      [all]: { body: [anOwnStory('1'), anOwnStory('2')] },
      [`GET ${query}&sort=reads&state=all`]: { body: [anOwnStory('2'), anOwnStory('1')] },
      [`GET ${query}&sort=reads&state=planned`]: { body: [] },
      [`GET ${query}&sort=reads&state=planned&search=lamp`]: { body: [] },
    })
    fireEvent.change(await screen.findByRole('combobox', { name: 'Order' }), { target: { value: 'reads' } })
    await waitFor(() => expect(screen.getAllByRole('rowheader')[0]).toHaveTextContent('Story 2'))
    fireEvent.change(screen.getByRole('combobox', { name: 'State' }), { target: { value: 'planned' } })
    expect(await screen.findByText('None of your stories are in this state.')).toBeVisible()
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search your stories' }), { target: { value: ' lamp ' } })
    expect(await screen.findByText('None of these stories match “lamp”.')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('shows more on demand', async () => {
    const next = '/api/readers/stories?limit=30&sort=updated&state=all&cursor=c2'
    show({
      [all]: { body: [anOwnStory('1')], link: `<${next}>; rel="next"` },
      [`GET ${next}`]: { body: [anOwnStory('2')] },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: 'Story 2' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Story 1' })).toBeVisible()
  })

  test('is empty with a next step, and without anything to search', async () => {
    show({ [all]: { body: [] } })
    expect(await screen.findByRole('link', { name: 'Write your first story' })).toHaveAttribute('href', '/new-story')
    expect(screen.queryByRole('search')).toBeNull()
  })

  test('says what went wrong', async () => {
    show({ [all]: { status: 429, body: {} } })
    expect(await screen.findByText('Too many requests. Please try again later.')).toBeVisible()
  })

  test('asks to log in if the session has ended', async () => {
    answerByPath({ 'GET /api/users/current_user': { body: {} } })
    await act(async () => render(<OwnStories />))
    expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      '/users/login?next=%2Fmy-stories',
    )
  })
})
