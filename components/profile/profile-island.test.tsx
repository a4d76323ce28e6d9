import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '../testing/a-reader.ts'
import { answerByPath, answerCalls } from '../testing/answering-fetch.ts'
import { ProfileIsland } from './profile-island.tsx'

const author = { uuid: 'author-1', name: 'Inès Moreau', email: null, profile_image: null, bio: '' }
const subscription = (confirmed: boolean) => ({ body: [{ following_author: 'author-1', confirmed }] })
const unfollow = () => screen.findByRole('button', { name: 'Unfollow Author' })

describe('what one can do on a profile', () => {
  beforeEach(signedInBrowser)
  afterEach(signedOutBrowser)

  async function show(...answers: Parameters<typeof answerCalls>) {
    const calls = answerCalls({ body: aReader() }, ...answers)
    render(<ProfileIsland profile={author} />)
    return calls
  }

  test('a visitor is told to log in, and nothing is asked', async () => {
    await signedOutBrowser()
    const calls = await show()
    expect(screen.getByRole('link', { name: 'Log in to follow Inès Moreau' })).toHaveAttribute(
      'href',
      '/users/login?next=%2Fprofile%2Fauthor-1',
    )
    expect(calls).toEqual([])
  })

  test('a reader follows, and stops following', async () => {
    const calls = await show({ body: [] }, { body: { message: 'ok' } }, subscription(true), { body: { message: 'ok' } })
    expect(screen.getByText('Loading…')).toBeVisible()
    fireEvent.click(await screen.findByRole('button', { name: 'Follow Author' }))
    fireEvent.click(await unfollow())
    await screen.findByRole('button', { name: 'Follow Author' })
    expect(calls.slice(1)).toEqual([
      { method: 'GET', path: '/api/newsletters/subscriptions/ada%40example.com', body: undefined },
      {
        method: 'POST',
        path: '/api/newsletters/subscribe',
        body: {
          email: 'ada@example.com',
          following_author: 'author-1',
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      },
      { method: 'GET', path: '/api/newsletters/subscriptions/ada%40example.com', body: undefined },
      {
        method: 'DELETE',
        path: '/api/newsletters/unsubscribe/author',
        body: { authorUuid: 'author-1', userEmail: 'ada@example.com' },
      },
    ])
  })

  test('a follow that waits for its confirmation says so', async () => {
    await show(subscription(false))
    expect(await screen.findByText('Please confirm it by the mail we have sent you.')).toBeVisible()
    expect(await unfollow()).toBeVisible()
  })

  test('who follows already since another tab just follows', async () => {
    await show({ status: 404, body: {} }, { status: 400, body: { code: 11000 } }, subscription(true))
    fireEvent.click(await screen.findByRole('button', { name: 'Follow Author' }))
    expect(await unfollow()).toBeVisible()
  })

  test('a session that is over alerts, another failure is said in place', async () => {
    const alerts: unknown[] = []
    globalThis.alert = (text) => alerts.push(text)
    await show({ body: [] }, { status: 401, body: {} }, { status: 500, body: { message: 'Something broke.' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Follow Author' }))
    await waitFor(() => expect(alerts).toEqual(['Please log in to follow this author']))
    fireEvent.click(screen.getByRole('button', { name: 'Follow Author' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Something broke.')
  })

  test('the owner sees the address that nobody else sees', async () => {
    answerCalls({ body: aReader({ uuid: 'author-1' }) })
    render(<ProfileIsland profile={author} />)
    expect(await screen.findByText('ada@example.com')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('an administrator sees it too, and nobody else asks for it', async () => {
    const calls = answerByPath({
      'GET /api/users/current_user': { body: aReader({ role: 'admin' }) },
      'GET /api/users/profile/author-1': { body: { ...author, email: 'ines@example.com' } },
      'GET /api/newsletters/subscriptions/ada%40example.com': { body: [] },
    })
    render(<ProfileIsland profile={author} />)
    expect(await screen.findByText('ines@example.com')).toBeVisible()
    expect(calls).toHaveLength(3)
  })

  test('says so where it can’t be known who looks', async () => {
    answerCalls({ status: 503, body: {} })
    render(<ProfileIsland profile={author} />)
    expect(await screen.findByRole('alert')).toHaveTextContent('Error fetching user data')
  })
})
