import { act, render, screen, waitFor } from '@testing-library/react'
import { AccountMenu } from '#components/nav/account-menu.tsx'
import { SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerCalls, answerWhenTold } from '#components/testing/fake-fetch.ts'
import { keepCurrentUser, refreshCurrentUser, useCurrentUser } from './use-current-user.ts'
import { changeUser, userState } from './user-data.ts'

const eve = aReader({ uuid: 'reader-2', name: 'Eve Other', email: 'eve@example.com' })

function Name() {
  const viewer = useCurrentUser()
  return <p>{viewer.status === 'in' ? viewer.user.name : viewer.status}</p>
}

/** Another tab has changed the session: the cookie, and what is stored. */
function inAnotherTab(change: () => void) {
  act(() => {
    change()
    dispatchEvent(new StorageEvent('storage', { key: 'userData' }))
  })
}
const setHint = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no Cookie Store
  document.cookie = text
}

describe('who is signed in', () => {
  beforeEach(signedInBrowser)
  afterEach(signedOutBrowser)

  test('is loaded once for all its users', async () => {
    const calls = answerCalls({ body: aReader() })
    render(
      <>
        <AccountMenu path="/" />
        <Name />
        <SubscribeForm usual="weekly" variant="footer" subject={{ name: 'All stories', category: 'all' }} />
      </>,
    )
    expect(await screen.findByText('Ada Reader')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue('ada@example.com'))
    expect(calls.map(({ path }) => path)).toEqual(['/api/users/current_user'])
  })

  test('changes everywhere with what a call has answered, without another call', async () => {
    const calls = answerCalls({ body: aReader() })
    render(<Name />)
    await screen.findByText('Ada Reader')
    await act(() => keepCurrentUser(aReader({ name: 'Ada B.' })))
    expect(screen.getByText('Ada B.')).toBeVisible()
    expect(userState().currentUser?.name).toBe('Ada B.')
    expect(calls).toHaveLength(1)
  })

  test('is asked for again for the next person, who sees nothing of the previous one', async () => {
    const calls = answerCalls({ body: aReader() }, { body: eve })
    render(<Name />)
    await screen.findByText('Ada Reader')
    inAnotherTab(() => {
      setHint('signed_in=; Path=/; Max-Age=0')
      localStorage.clear()
    })
    expect(screen.getByText('out')).toBeVisible()
    inAnotherTab(() => setHint('signed_in=1; Path=/'))
    expect(screen.getByText('loading')).toBeVisible()
    expect(await screen.findByText('Eve Other')).toBeVisible()
    expect(calls).toHaveLength(2)
  })

  test('is signed out once the session has ended, whatever is still under way', async () => {
    const { answer } = answerWhenTold()
    render(<Name />)
    inAnotherTab(() => setHint('signed_in=; Path=/; Max-Age=0'))
    expect(screen.getByText('out')).toBeVisible()
    await act(async () => answer('/api/users/current_user', { body: aReader() }))
    expect(localStorage).toHaveLength(0)
    inAnotherTab(() => setHint('signed_in=1; Path=/'))
    expect(screen.getByText('loading')).toBeVisible()
  })

  test('is forgotten if the server says that the session is over, and has taken the hint already', async () => {
    localStorage.setItem('userData', '{"uuid":"reader-1","name":"Ada"}')
    localStorage.setItem('token', 'of an older version')
    const { asked, answer } = answerWhenTold()
    render(<AccountMenu path="/" />)
    await waitFor(() => expect(asked).toHaveLength(1))
    setHint('signed_in=; Path=/; Max-Age=0')
    await act(async () => answer('/api/users/current_user', { body: {} }))
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible()
    expect(localStorage).toHaveLength(0)
  })

  test('is not loaded without a hint, not even on purpose', async () => {
    await signedOutBrowser()
    const calls = answerCalls()
    expect(await refreshCurrentUser()).toBeUndefined()
    expect(calls).toEqual([])
  })

  test('is forgotten by the bar if the session has expired', async () => {
    await signedOutBrowser()
    changeUser({ type: 'SET_USER', user: aReader() })
    expect(localStorage).toHaveLength(1)
    render(<AccountMenu path="/" />)
    expect(localStorage).toHaveLength(0)
    expect(userState().isLoggedIn).toBe(false)
  })
})
