import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { anArticle } from '#components/testing/a-story.ts'
import { aWorkingCopy } from '#components/testing/a-working-copy.ts'
import { answerByPath, answerCalls } from '#components/testing/fake-fetch.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import type { CurrentUser } from '#contract/users.ts'
import { readerStory } from './reader-story.ts'
import { SignedInAction } from './signed-in-action.tsx'

const reader = aReader()
const author = aReader({ _id: 'author-1', uuid: 'author-1' })
const story = readerStory(anArticle())
const check = `GET /api/bookmarks/check/${reader._id}/${story.id}`
const saved = { body: { articleId: story.id, userId: reader._id, bookmarked: true } }

const me = (user: CurrentUser) => ({ 'GET /api/users/current_user': { body: user } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

afterEach(signedOutBrowser)

describe('what a visitor sees of a reader’s buttons', () => {
  beforeEach(signedOutBrowser)

  test('is nothing, and nothing is asked', () => {
    const calls = answerByPath({})
    const { container } = render(
      <>
        <SignedInAction part="save" story={story} place="h-11" />
        <SignedInAction part="tools" story={story} />
        <SignedInAction part="follow" story={story} place="h-11" />
      </>,
    )
    expect(container).toBeEmptyDOMElement()
    expect(calls).toEqual([])
  })
})

describe('the Save toggle', () => {
  beforeEach(signedInBrowser)
  const show = async (isSaved: boolean, answers: Parameters<typeof answerByPath>[0] = {}) => {
    const calls = answerByPath({ ...me(reader), [check]: { body: { bookmarked: isSaved } }, ...answers })
    render(<SignedInAction part="save" story={story} place="h-11" />)
    await screen.findByRole('button', { name: isSaved ? 'Saved' : 'Save' })
    return calls
  }

  test('saves immediately', async () => {
    const calls = await show(false, { 'POST /api/bookmarks': saved })
    press('Save')
    expect(await screen.findByRole('button', { name: 'Saved', pressed: true })).toBeVisible()
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ articleId: story.id, userId: reader._id }))
  })

  test('takes a saved one off', async () => {
    const calls = await show(true, { [`DELETE /api/bookmarks/${reader._id}/${story.id}`]: saved })
    press('Saved')
    expect(await screen.findByRole('button', { name: 'Save', pressed: false })).toBeVisible()
    await waitFor(() => expect(calls.at(-1)?.method).toBe('DELETE'))
  })

  test('goes back with a message if the server refuses', async () => {
    await show(false, { 'POST /api/bookmarks': { status: 429, body: { message: 'Please wait a minute.' } } })
    press('Save')
    expect(await screen.findByRole('alert')).toHaveTextContent('The story was not saved. Please wait a minute.')
    expect(screen.getByRole('button', { name: 'Save', pressed: false })).toBeVisible()
  })

  test('ends in the state that was pressed last, however fast', async () => {
    const taken = { body: { ...saved.body, bookmarked: false } }
    const calls = answerCalls({ body: reader }, { body: { bookmarked: false } }, saved, taken)
    render(<SignedInAction part="save" story={story} place="h-11" />)
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Saved' }))
    await waitFor(() => expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'DELETE']))
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'false')
  })
})

describe('the tools of a story’s author', () => {
  beforeEach(signedInBrowser)
  const one = `/api/contents/${story.id}`
  const copy = `GET ${one}/working-copy`
  const mailing = `GET ${one}/mailing`
  const notMailed = {
    body: { state: 'none', reason: null, category: 'Fiction', is_under_way: false, sent: 0, sent_at: null },
  }
  const hint = 'Unpublished changes'
  const show = async (user: CurrentUser, answers: Parameters<typeof answerByPath>[0] = {}) => {
    const known = { [copy]: { body: aWorkingCopy({ isDraft: false }) }, [mailing]: notMailed }
    const calls = answerByPath({ ...me(user), ...known, ...answers })
    render(<SignedInAction part="tools" story={story} />)
    await screen.findByRole('link', { name: 'Edit' })
    return calls
  }
  const answerConfirm = (answer: boolean) => {
    const asked: string[] = []
    globalThis.confirm = (question) => {
      asked.push(String(question))
      return answer
    }
    return asked
  }

  test('lead to the editor', async () => {
    await show(author)
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/article/a-lift-at-night/edit')
  })

  test('are shown to administrators too, but not to other readers', async () => {
    await show(aReader({ role: 'admin' }))
    await signedInBrowser()
    const calls = answerByPath(me(reader))
    // Its space is kept until it is known who reads.
    const { container } = render(<SignedInAction part="tools" story={story} place="h-11" />)
    expect(container).not.toBeEmptyDOMElement()
    await waitFor(() => expect(container).toBeEmptyDOMElement())
    expect(calls).toHaveLength(1)
  })

  test('say that changes wait beside the public text, and lead to them', async () => {
    await show(author, { [copy]: { body: aWorkingCopy({ isDraft: false, has_unpublished_changes: true }) } })
    expect(await screen.findByRole('link', { name: hint })).toHaveAttribute('href', '/article/a-lift-at-night/edit')
  })

  test.each([{ body: aWorkingCopy({ isDraft: false }) }, { status: 503, body: {} }])(
    'say nothing of changes where none are known of',
    async (answer) => {
      const calls = await show(author, { [copy]: answer })
      await waitFor(() => expect(calls).toHaveLength(3))
      await act(async () => undefined)
      expect(screen.queryByRole('link', { name: hint })).toBeNull()
    },
  )

  test('do not ask an administrator’s browser about others’ changes', async () => {
    const calls = await show(aReader({ role: 'admin' }))
    expect(calls.map(({ path }) => path)).toEqual(['/api/users/current_user'])
  })

  test('delete after asking, and lead home', async () => {
    const left = recordNavigations()
    const asked = answerConfirm(true)
    const calls = await show(author, { [`DELETE ${one}`]: { body: { message: 'Deleted.' } } })
    press('Delete')
    await waitFor(() => expect(left).toEqual(['/']))
    expect(asked).toEqual(['Are you sure you want to delete this article?'])
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: one })
  })

  test('delete nothing if that is not confirmed', async () => {
    answerConfirm(false)
    const calls = await show(author)
    await act(async () => press('Delete'))
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('say that it could not be deleted', async () => {
    answerConfirm(true)
    await show(author, { [`DELETE ${one}`]: { status: 403, body: { message: 'x' } } })
    press('Delete')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Failed to delete article$/)
  })

  test('take a story back, and show the draft', async () => {
    const left = recordNavigations()
    answerConfirm(true)
    const calls = await show(author, { [`POST ${one}/unpublish`]: { body: { slug: 'a-lift-at-night' } } })
    press('More')
    press('Unpublish')
    await waitFor(() => expect(left).toEqual(['/article/a-lift-at-night']))
    expect(calls.at(-1)?.body).toEqual({})
  })

  test('duplicate it, and open the copy', async () => {
    const left = recordNavigations()
    await show(author, { [`POST ${one}/duplicate`]: { body: { slug: 'a-copy' } } })
    const more = screen.getByRole('button', { name: 'More' })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    fireEvent.click(more)
    fireEvent.keyDown(more, { key: 'End' })
    expect(screen.getByRole('button', { name: 'Duplicate' })).toHaveFocus()
    press('Duplicate')
    await waitFor(() => expect(left).toEqual(['/article/a-copy/edit']))
  })
})

describe('Follow on a story', () => {
  beforeEach(signedInBrowser)

  test('is for a reader', async () => {
    answerByPath({ ...me(reader), 'GET /api/newsletters/subscriptions/ada%40example.com': { body: [] } })
    render(<SignedInAction part="follow" story={story} place="h-11" />)
    expect(await screen.findByRole('button', { name: 'Follow Author' })).toBeVisible()
  })

  test('is not for the author', async () => {
    const calls = answerByPath(me(author))
    const { container } = render(<SignedInAction part="follow" story={story} place="h-11" />)
    await waitFor(() => expect(calls).toHaveLength(1))
    await waitFor(() => expect(container).toBeEmptyDOMElement())
  })
})
