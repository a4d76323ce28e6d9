import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerByPath, answerCalls } from '#components/testing/fake-fetch.ts'
import { OwnWriting } from './own-writing.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileIsland } from './profile-island.tsx'

const author = {
  uuid: 'author-1',
  name: 'Inès Moreau',
  email: null,
  profile_image: null,
  bio: '',
  joined_on: null,
  followers: null,
}
const subscription = (confirmed: boolean) => ({ body: [{ following_author: 'author-1', confirmed }] })
const unfollow = () => screen.findByRole('button', { name: 'Unfollow Author' })

describe('the actions on a profile', () => {
  beforeEach(signedInBrowser)
  afterEach(signedOutBrowser)

  async function show(...answers: Parameters<typeof answerCalls>) {
    const calls = answerCalls({ body: aReader() }, ...answers)
    render(<ProfileIsland profile={author} />)
    return calls
  }

  test('a visitor is told to log in, and no call is made', async () => {
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
    // Immediately, and the next action waits its turn.
    fireEvent.click(screen.getByRole('button', { name: 'Unfollow Author' }))
    expect(screen.getByRole('button', { name: 'Follow Author' })).toBeVisible()
    await waitFor(() => expect(calls).toHaveLength(5))
    expect(calls.slice(1)).toEqual([
      { method: 'GET', path: '/api/newsletters/subscriptions/ada%40example.com', body: undefined },
      {
        method: 'POST',
        path: '/api/newsletters/subscribe',
        body: {
          email: 'ada@example.com',
          following_author: 'author-1',
          as_account: true,
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

  test('following shows immediately, and is taken back with a message if it fails', async () => {
    await show({ body: [] }, { status: 500, body: { message: 'Something broke.' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Follow Author' }))
    expect(screen.getByRole('button', { name: 'Unfollow Author' })).toBeVisible()
    expect(await screen.findByRole('alert')).toHaveTextContent('You don’t follow Inès Moreau. Something broke.')
    expect(screen.getByRole('button', { name: 'Follow Author' })).toBeVisible()
  })

  test('the last press counts, even before the server has answered the first', async () => {
    const calls = await show({ body: [] }, { body: { message: 'ok' } }, subscription(true), { body: { message: 'ok' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Follow Author' }))
    fireEvent.click(screen.getByRole('button', { name: 'Unfollow Author' }))
    await waitFor(() => expect(calls.at(-1)?.method).toBe('DELETE'))
    expect(await screen.findByRole('button', { name: 'Follow Author' })).toBeVisible()
  })

  test('a follow that waits for its confirmation says so', async () => {
    await show(subscription(false))
    expect(await screen.findByText('Waiting for you to confirm by email')).toBeVisible()
    expect(await unfollow()).toBeVisible()
  })

  test('whether an email goes out, and what an unfollowing ended, is said in the server’s words', async () => {
    const [asked, takenBack] = [{ message: 'Almost done.' }, { message: 'We’ve taken back what you asked for.' }]
    await show({ body: [] }, { body: asked }, subscription(false), { body: takenBack })
    fireEvent.click(await screen.findByRole('button', { name: 'Follow Author' }))
    expect(await screen.findByText(asked.message)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Unfollow Author' }))
    expect(await screen.findByText(takenBack.message)).toBeVisible()
    expect(screen.queryByText(asked.message)).toBeNull()
  })

  test('a follow that the list does not have is not claimed', async () => {
    await show({ body: [] }, { body: { message: 'Almost done.' } }, { body: [] })
    fireEvent.click(await screen.findByRole('button', { name: 'Follow Author' }))
    expect(await screen.findByText('Almost done.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Follow Author' })).toBeVisible()
    expect(screen.queryByText('You follow Inès Moreau.')).toBeNull()
  })

  test('a session that ends between two calls alerts as well', async () => {
    const alerts: unknown[] = []
    globalThis.alert = (text) => alerts.push(text)
    await show({ body: [] }, { body: { message: 'ok' } }, { status: 401, body: {} })
    fireEvent.click(await screen.findByRole('button', { name: 'Follow Author' }))
    await waitFor(() => expect(alerts).toEqual(['Please log in to follow this author']))
    expect(await screen.findByRole('button', { name: 'Follow Author' })).toBeVisible()
    expect(screen.queryByText('You follow Inès Moreau.')).toBeNull()
  })

  test('following again after another tab did changes nothing', async () => {
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
    fireEvent.click(await screen.findByRole('button', { name: 'Follow Author' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Something broke.')
    expect(screen.getByRole('button', { name: 'Follow Author' })).toBeVisible()
  })

  test('shows the hidden address to its owner', async () => {
    answerCalls({ body: aReader({ uuid: 'author-1' }) })
    render(<ProfileIsland profile={author} />)
    expect(await screen.findByText('ada@example.com')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('an administrator sees it too, and no one else asks for it', async () => {
    const calls = answerByPath({
      'GET /api/users/current_user': { body: aReader({ role: 'admin' }) },
      'GET /api/users/profile/author-1': { body: { ...author, email: 'ines@example.com' } },
      'GET /api/newsletters/subscriptions/ada%40example.com': { body: [] },
    })
    render(<ProfileIsland profile={author} />)
    expect(await screen.findByText('ines@example.com')).toBeVisible()
    expect(screen.getByText('Only administrators see this address.')).toBeVisible()
    expect(calls).toHaveLength(3)
  })

  test('says so if the reader can’t be found out', async () => {
    answerCalls({ status: 503, body: {} })
    render(<ProfileIsland profile={author} />)
    expect(await screen.findByRole('alert')).toHaveTextContent('Error fetching user data')
  })
})

describe('followers', () => {
  test.each([
    [0, 'No followers yet'],
    [1, '1 follower'],
    [1_200, '1,200 followers'],
  ])('of %i are said in words where the person shows them', (followers, words) => {
    render(<ProfileFacts profile={{ ...author, followers }} />)
    expect(screen.getByText(words)).toBeVisible()
  })

  test('are not mentioned where the person does not show them', () => {
    render(<ProfileFacts profile={author} />)
    expect(screen.queryByText(/follower/)).toBeNull()
  })

  test('are told to their author alone', async () => {
    await signedInBrowser()
    answerByPath({
      'GET /api/users/current_user': { body: aReader({ uuid: author.uuid }) },
      'GET /api/users/profile/author-1': { body: { ...author, followers: 12 } },
    })
    render(<ProfileIsland profile={author} />)
    expect(await screen.findByText('12 followers')).toBeVisible()
    expect(screen.getByText('Only you can see how many people follow you.')).toBeVisible()
    await signedOutBrowser()
  })
})

describe('one’s own writing', () => {
  const publication = { slug: 'night-shift', name: 'Night Shift' }

  test.each([
    ['one’s own', author.uuid, 1],
    ['anyone else’s', 'author-2', 0],
  ])('on %s profile, publications are asked for or not', async (_, uuid, count) => {
    await signedInBrowser()
    const calls = answerByPath({
      'GET /api/users/current_user': { body: aReader({ uuid: author.uuid }) },
      'GET /api/publications/user': { body: [publication] },
    })
    render(
      <>
        <OwnWriting uuid={uuid} />
        <ProfileFacts profile={author} />
      </>,
    )
    expect(screen.getByRole('link', { name: 'Your stories' })).toHaveAttribute('href', '/my-stories')
    await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/current_user'))).toHaveLength(1))
    await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Night Shift' })).toHaveLength(count))
    expect(calls.filter(({ path }) => path.endsWith('/publications/user'))).toHaveLength(count)
    await signedOutBrowser()
  })
})
