import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { aStory } from '#components/testing/a-story.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { DraftedArticles } from './drafted-articles.tsx'

const me = aReader()
const address = `GET /api/contents/${me._id}/drafts?limit=30`
const aDraft = (id: string, but: Partial<ReturnType<typeof aStory>> = {}) => ({
  ...aStory({ _id: id, id, slug: `draft-${id}`, title: `Draft ${id}`, isDraft: true, published_at: null, ...but }),
  publish_at: null as string | null,
})

function show(answers: Parameters<typeof answerByPath>[0]) {
  const calls = answerByPath({ 'GET /api/users/current_user': { body: me }, ...answers })
  render(<DraftedArticles />)
  return calls
}

beforeEach(signedInBrowser)
afterEach(signedOutBrowser)

describe('the list of drafts', () => {
  test('covers the page with Loading... until the list loads', async () => {
    show({ [address]: { body: [aDraft('1')] } })
    expect(screen.getByText('Loading...')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Draft 1' })).toHaveAttribute('href', '/article/draft-1')
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  })

  test('says when a draft was edited, when it is planned, and leads to the editor', async () => {
    const planned = { ...aDraft('1'), publish_at: '2026-12-01T07:30:00.000Z' }
    show({ [address]: { body: [planned] } })
    expect(await screen.findByText(/^Edited/)).toBeVisible()
    expect(screen.getByText(/^Will be published on/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Edit: Draft 1' })).toHaveAttribute('href', '/article/draft-1/edit')
  })

  test('names a draft without a title, and shows no dots without text', async () => {
    show({ [address]: { body: [aDraft('1', { title: '', excerpt: '' })] } })
    expect(await screen.findByRole('link', { name: 'Untitled draft' })).toBeVisible()
    expect(screen.queryByText('...')).toBeNull()
  })

  test('is empty with a next step', async () => {
    show({ [address]: { body: [] } })
    expect(await screen.findByText("It's empty here.")).toBeVisible()
    expect(screen.getByRole('link', { name: 'Write a new story' })).toHaveAttribute('href', '/new-story')
  })

  test('shows what went wrong', async () => {
    show({ [address]: { status: 429, body: {} } })
    expect(await screen.findByRole('heading', { name: 'Oops!' })).toBeVisible()
    expect(screen.getByText('Too many requests. Please try again later.')).toBeVisible()
  })

  test('asks to log in if the session has ended', async () => {
    answerByPath({ 'GET /api/users/current_user': { body: {} } })
    render(<DraftedArticles />)
    const login = await screen.findByRole('link', { name: 'Log in' })
    expect(login).toHaveAttribute('href', '/users/login?next=%2Fdrafted-stories')
  })

  test('shows more on demand', async () => {
    const next = `/api/contents/${me._id}/drafts?limit=30&cursor=c2`
    show({
      [address]: { body: [aDraft('1')], link: `<${next}>; rel="next"` },
      // One that was edited meanwhile comes again.
      [`GET ${next}`]: { body: [aDraft('1'), aDraft('2')] },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: 'Draft 2' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Draft 1' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('is not empty if more follow the deleted ones', async () => {
    globalThis.confirm = () => true
    const link = `</api/contents/${me._id}/drafts?limit=30&cursor=c2>; rel="next"`
    show({ [address]: { body: [aDraft('1')], link }, 'DELETE /api/contents/1': { body: { message: 'Deleted.' } } })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete: Draft 1' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Draft 1' })).toBeNull())
    expect(screen.queryByText("It's empty here.")).toBeNull()
    expect(screen.getByRole('button', { name: 'Show more' })).toBeVisible()
  })

  test('loses a deleted draft immediately', async () => {
    globalThis.confirm = () => true
    const calls = show({
      [address]: { body: [aDraft('1'), aDraft('2')] },
      'DELETE /api/contents/1': { body: { message: 'Deleted.' } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete: Draft 1' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Draft 1' })).toBeNull())
    expect(screen.getByText('Deleted: Draft 1')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Draft 2' })).toBeVisible()
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/contents/1' })
  })

  test('loses two that are deleted at the same time', async () => {
    globalThis.confirm = () => true
    const gone = { body: { message: 'Deleted.' } }
    show({
      [address]: { body: [aDraft('1'), aDraft('2')] },
      'DELETE /api/contents/1': gone,
      'DELETE /api/contents/2': gone,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete: Draft 1' }))
    fireEvent.click(screen.getByRole('button', { name: 'Delete: Draft 2' }))
    expect(await screen.findByText("It's empty here.")).toBeVisible()
  })

  test('keeps one that could not be deleted, and says so', async () => {
    globalThis.confirm = () => true
    show({ [address]: { body: [aDraft('1')] }, 'DELETE /api/contents/1': { status: 500, body: {} } })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete: Draft 1' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to delete article')
    expect(screen.getByRole('link', { name: 'Draft 1' })).toBeVisible()
  })
})
