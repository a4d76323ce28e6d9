import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { AccountMenu } from './account-menu.tsx'
import { showSignedIn } from './testing/signed-in-menu.tsx'

const at = (path: string) => history.replaceState(null, '', path)
const newStory = () => screen.queryByRole('link', { name: 'New Story' })
const button = () => screen.getByRole('button', { name: 'Account menu' })

describe('the account in the navigation bar', () => {
  beforeEach(async () => {
    await signedOutBrowser()
    at('/')
  })

  test('makes no call for a visitor and leads to the log-in and back', () => {
    const calls = answerCalls()
    at('/search?q=lift')
    render(<AccountMenu path="/" />)
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      '/users/login?next=%2Fsearch%3Fq%3Dlift',
    )
    expect(newStory()).toBeNull()
    expect(calls).toEqual([])
  })

  test.each(['/', '/users/signup?next=%2Fbooks'])('leads plainly to the log-in from %s', (path) => {
    at(path)
    render(<AccountMenu path="/" />)
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/users/login')
  })

  test('has both sides in the server’s HTML, for CSS to choose', () => {
    const html = renderToString(<AccountMenu path="/" />)
    expect(html).toContain('Log in')
    expect(html).toContain('New Story')
  })

  test('leads to a publication’s own new story from the server’s HTML on', () => {
    expect(renderToString(<AccountMenu path="/publication/night-notes" />)).toContain(
      'href="/publication/night-notes/new-story"',
    )
    expect(renderToString(<AccountMenu path="/new-story" />)).not.toContain('New Story')
  })

  test('takes over the server’s HTML without a word of difference', async () => {
    await signedInBrowser()
    at('/search?q=lift')
    answerCalls({ body: aReader() })
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(<AccountMenu path="/" />)
    render(<AccountMenu path="/" />, { container, hydrate: true })
    expect(button()).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
    await waitFor(() => expect(localStorage.getItem('userData')).not.toBeNull())
  })

  test('paints the person and asks once who it is', async () => {
    const calls = await showSignedIn()
    expect(newStory()).toHaveAttribute('href', '/new-story')
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
    expect(calls.map(({ path }) => path)).toEqual(['/api/users/current_user'])
  })

  test('deletes the stored person and any token once the session has ended', async () => {
    await signedInBrowser()
    localStorage.setItem('userData', '{"uuid":"reader-1","name":"Ada"}')
    localStorage.setItem('token', 'old')
    answerCalls({ body: {} })
    render(<AccountMenu path="/" />)
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible()
    expect(localStorage).toHaveLength(0)
  })

  test('shows no person if the server cannot read the session, and keeps the stored one', async () => {
    await signedInBrowser()
    const stored = '{"uuid":"reader-1","name":"Ada"}'
    localStorage.setItem('userData', stored)
    answerCalls({ body: {}, session: 'unreadable' })
    render(<AccountMenu path="/" />)
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible()
    expect(localStorage.getItem('userData')).toBe(stored)
    expect(document.cookie).toContain('signed_in=1')
  })

  test.each([[{ status: 503, body: {} }], [new TypeError('offline')]])(
    'keeps what is painted when the call fails (%#)',
    async (answer) => {
      await signedInBrowser()
      const calls = answerCalls(answer)
      render(<AccountMenu path="/" />)
      await waitFor(() => expect(calls).toHaveLength(1))
      await act(async () => {})
      expect(button()).toBeVisible()
    },
  )

  test('follows a log-out in another tab', async () => {
    await showSignedIn()
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no Cookie Store
    document.cookie = 'signed_in=; Path=/; Max-Age=0'
    localStorage.removeItem('userData')
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'userData', newValue: null }))
    })
    expect(screen.getByRole('link', { name: 'Log in' })).toBeVisible()
  })

  test.each([
    ['/publication/night-notes', '/publication/night-notes/new-story'],
    ['/publication/new', '/new-story'],
    ['/article/a', '/new-story'],
  ])('on %s a new story begins at %s', async (path, href) => {
    at(path)
    await showSignedIn()
    expect(newStory()).toHaveAttribute('href', href)
  })

  test.each(['/new-story', '/publication/night-notes/new-story'])('offers no new story on %s', async (path) => {
    at(path)
    await showSignedIn()
    expect(newStory()).toBeNull()
    expect(button()).toBeVisible()
  })

  test('shows the picture, or the first letter of the name if it does not load', async () => {
    await showSignedIn({ profile_image: 'https://example.com/a.jpg' })
    const picture = button().querySelector('img')
    expect(picture).toHaveAttribute('width', '40')
    expect(picture).toHaveAttribute('height', '30')
    fireEvent.error(picture as HTMLImageElement)
    expect(button().querySelector('img')).toBeNull()
    expect(button()).toHaveTextContent(/^A$/)
  })
})
