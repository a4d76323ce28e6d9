import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerWhenTold } from '#components/testing/fake-fetch.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import { AccountMenu } from './account-menu.tsx'
import { showSignedIn } from './testing/signed-in-menu.tsx'

const button = () => screen.getByRole('button', { name: 'Account menu' })

describe('the user dropdown', () => {
  const publications = { body: [{ name: 'Night Notes', slug: 'night-notes' }] }
  const linkNames = () => screen.getAllByRole('link').map((link) => link.textContent)

  beforeEach(async () => {
    await signedOutBrowser()
    // Without a New Story link in the bar the panel's links are the only ones.
    history.replaceState(null, '', '/new-story')
  })

  test('has what one owns and may do; the publications are asked for when it opens', async () => {
    const calls = await showSignedIn({}, publications)
    expect(calls).toHaveLength(1)
    fireEvent.click(button())
    expect(await screen.findByRole('link', { name: 'Night Notes' })).toHaveAttribute('href', '/publication/night-notes')
    for (const [name, href] of [
      ['Profile Details', '/profile/reader-1'],
      ['Your Stories', '/my-stories'],
      ['Drafted Stories', '/drafted-stories'],
      ['Bookmarked Stories', '/bookmarks'],
      ['New Publication', '/publication/new'],
    ] as const)
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
    expect(linkNames()).toEqual([
      'Profile Details',
      'Your Stories',
      'Drafted Stories',
      'Bookmarked Stories',
      'Night Notes',
      'New Publication',
    ])
    expect(button()).toHaveAttribute('aria-expanded', 'true')
  })

  test('has more for admins', async () => {
    await showSignedIn({ role: 'admin' }, { status: 503 })
    fireEvent.click(button())
    expect(await screen.findByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin-dashboard')
    expect(screen.getByRole('link', { name: 'Create Podcasts' })).toHaveAttribute('href', '/create-podcast')
    expect(screen.getByRole('link', { name: 'List Podcasts' })).toHaveAttribute('href', '/podcasts')
  })

  test('opens by an arrow, is walked through by arrows, and Escape leads back', async () => {
    await showSignedIn({}, publications)
    button().focus()
    fireEvent.keyDown(button(), { key: 'ArrowDown' })
    const first = await screen.findByRole('link', { name: 'Profile Details' })
    await waitFor(() => expect(first).toHaveFocus())
    const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
    key('ArrowDown')
    expect(screen.getByRole('link', { name: 'Your Stories' })).toHaveFocus()
    key('End')
    expect(screen.getByRole('button', { name: 'Log out' })).toHaveFocus()
    key('ArrowDown')
    expect(first).toHaveFocus()
    key('ArrowUp')
    expect(screen.getByRole('button', { name: 'Log out' })).toHaveFocus()
    key('Home')
    expect(first).toHaveFocus()
    key('Escape')
    expect(button()).toHaveFocus()
    expect(first).not.toBeVisible()
  })

  test('has the focus on its first link, also if the person is known only later', async () => {
    await signedInBrowser()
    const { answer } = answerWhenTold()
    render(<AccountMenu path="/" />)
    button().focus()
    fireEvent.keyDown(button(), { key: 'ArrowDown' })
    await waitFor(() => expect(screen.getByRole('link', { name: 'Your Stories' })).toHaveFocus())
    await act(async () => answer('/api/users/current_user', { body: aReader() }))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Profile Details' })).toHaveFocus())
  })

  test('closes when something outside is touched or focused', async () => {
    await showSignedIn({}, publications)
    fireEvent.click(button())
    const first = await screen.findByRole('link', { name: 'Profile Details' })
    fireEvent.pointerDown(document.body)
    expect(first).not.toBeVisible()
    fireEvent.click(button())
    expect(first).toBeVisible()
    fireEvent.focusOut(first, { relatedTarget: document.body })
    expect(first).not.toBeVisible()
  })

  test('logs out: the session, the stored user, and away', async () => {
    const calls = await showSignedIn({}, publications, { body: { message: 'Logged out.' } })
    const left = recordNavigations()
    fireEvent.click(button())
    fireEvent.click(await screen.findByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(left).toEqual(['/users/login']))
    expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/users/logout' })
    expect(localStorage).toHaveLength(0)
  })

  test('keeps the person and says so if logging out fails', async () => {
    await showSignedIn({}, publications, new TypeError('offline'))
    fireEvent.click(button())
    fireEvent.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t log you out. You’re still logged in.')
    expect(localStorage.getItem('userData')).not.toBeNull()
  })
})
