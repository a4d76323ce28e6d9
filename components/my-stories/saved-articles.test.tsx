import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { aStory } from '#components/testing/a-story.ts'
import { answerByPath, answerWhenTold } from '#components/testing/fake-fetch.ts'
import { SavedArticles } from './saved-articles.tsx'

const me = aReader()
const list = (query: string) => `GET /api/bookmarks/user/${me._id}?limit=30&${query}`
const firstList = list('order=saved')
const aBookmark = (id: string) => ({
  ...aStory({ _id: id, id, slug: `story-${id}`, title: `Story ${id}` }),
  articleId: id,
  saved_at: '2026-03-04T08:00:00Z',
})
const bookmarks = (count: number) => Array.from({ length: count }, (_, index) => aBookmark(String(index + 1)))

function show(answers: Parameters<typeof answerByPath>[0]) {
  const calls = answerByPath({ 'GET /api/users/current_user': { body: me }, ...answers })
  render(<SavedArticles>What stands below</SavedArticles>)
  return calls
}

beforeEach(signedInBrowser)
afterEach(signedOutBrowser)

describe('the list of saved stories', () => {
  test('leads to them; a few need no search', async () => {
    show({ [firstList]: { body: bookmarks(12) } })
    expect(await screen.findByRole('link', { name: 'Story 1' })).toHaveAttribute('href', '/article/story-1')
    expect(screen.queryByRole('search')).toBeNull()
  })

  test('is empty with a next step', async () => {
    show({ [firstList]: { body: [] } })
    expect(await screen.findByText("It's empty here.")).toBeVisible()
    expect(screen.getByRole('link', { name: 'Find a story to save' })).toHaveAttribute('href', '/articles/all')
  })

  test('shows what went wrong', async () => {
    show({ [firstList]: { status: 503, body: {} } })
    expect(await screen.findByRole('heading', { name: 'Oops!' })).toBeVisible()
    expect(screen.getByText('Server responded with status: 503')).toBeVisible()
    expect(screen.getByText('What stands below')).toBeVisible()
  })

  test('can be searched and ordered if it is long', async () => {
    show({
      [firstList]: { body: bookmarks(13) },
      [list('order=title')]: { body: [aBookmark('7')] },
      [list('order=title&search=lamp')]: { body: [] },
    })
    const order = await screen.findByRole('combobox', { name: 'Order' })
    fireEvent.change(order, { target: { value: 'title' } })
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.getByRole('link', { name: 'Story 7' })).toBeVisible()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' lamp ' } })
    expect(await screen.findByText('None of your saved stories match “lamp”.')).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue(' lamp ')
  })

  test('says nothing about a search before it is answered', async () => {
    const { answer, asked } = answerWhenTold()
    const path = (query: string) => list(query).replace('GET ', '')
    const isAsked = (query: string) => waitFor(() => expect(asked.at(-1)?.path).toBe(path(query)))
    const search = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
    render(<SavedArticles>What stands below</SavedArticles>)
    await waitFor(() => expect(asked).toHaveLength(1))
    answer('/api/users/current_user', { body: me })
    await isAsked('order=saved')
    expect(screen.queryByText('What stands below')).toBeNull()
    answer(path('order=saved'), { body: bookmarks(13) })
    await screen.findByRole('search')
    search('fog')
    await isAsked('order=saved&search=fog')
    answer(path('order=saved&search=fog'), { body: [] })
    expect(await screen.findByText('None of your saved stories match “fog”.')).toBeVisible()
    search('lamp')
    await isAsked('order=saved&search=lamp')
    expect(screen.queryByText(/^Nothing/)).toBeNull()
    fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: 'title' } })
    search('')
    await isAsked('order=title')
    expect(screen.queryByText("It's empty here.")).toBeNull()
    answer(path('order=title'), { body: bookmarks(1) })
    expect(await screen.findByRole('link', { name: 'Story 1' })).toBeVisible()
  })

  test('loses one immediately, and gets it back by Undo', async () => {
    const of = { userId: me._id, articleId: '1' }
    const calls = show({
      [firstList]: { body: bookmarks(2) },
      [`DELETE /api/bookmarks/${me._id}/1`]: { body: { ...of, bookmarked: false } },
      'POST /api/bookmarks': { body: { ...of, bookmarked: true } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove: Story 1' }))
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(screen.queryByRole('link', { name: 'Story 1' })).toBeNull()
    expect(undo).toHaveFocus()
    // Before the server has answered.
    fireEvent.click(undo)
    expect(await screen.findByRole('link', { name: 'Story 1' })).toBeVisible()
    await waitFor(() => expect(calls.slice(-2)).toMatchObject([{ method: 'DELETE' }, { method: 'POST', body: of }]))
    expect(screen.getByRole('button', { name: 'Remove: Story 1' })).toHaveFocus()
  })

  test('keeps one that could not be removed, and says so', async () => {
    show({
      [firstList]: { body: bookmarks(1) },
      [`DELETE /api/bookmarks/${me._id}/1`]: { status: 500, body: { message: 'Something went wrong.' } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove: Story 1' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.')
    expect(screen.getByRole('link', { name: 'Story 1' })).toBeVisible()
  })
})
