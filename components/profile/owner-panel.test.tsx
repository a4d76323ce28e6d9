import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userState } from '#components/account/user-data.ts'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import type { CurrentUser } from '#contract/users.ts'
import { AccountSecurity } from './account-security.tsx'
import { OwnerPanel } from './owner-panel.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { SubscriptionList } from './subscription-list.tsx'

const moments = { created_at: '2026-03-01T08:00:00Z', last_seen_at: '2026-03-04T08:00:00Z', address: '192.0.2.7' }
const here = { id: 's1', current: true, method: 'password', device: 'Firefox on Linux', ...moments }
const there = { id: 's2', current: false, method: 'google', device: 'Safari on iPhone', ...moments }
const laptop = { id: 'p1', name: 'Laptop', created_at: moments.created_at, last_used_at: null }

const subscriptions = 'GET /api/newsletters/subscriptions/ada%40example.com'
const technology = { uuid: 'n1', about: 'Technology, weekly', confirmed: true }

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function show(but: Partial<CurrentUser>, answers: Parameters<typeof answerByPath>[0] = {}) {
  const user = aReader(but)
  const calls = answerByPath({ 'GET /api/users/current_user': { body: user }, ...answers })
  const profile = {
    uuid: 'reader-1',
    name: 'Ada Reader',
    email: null,
    profile_image: null,
    bio: '',
    joined_on: null,
    followers: null,
  }
  render(
    <>
      <ProfileDetails profile={profile} />
      <OwnerPanel profile={profile} />
    </>,
  )
  await screen.findByRole('button', { name: 'Save' })
  return calls
}

async function showSecurity(answers: Parameters<typeof answerByPath>[0] = {}, hasPassword = true) {
  const calls = answerByPath({
    'GET /api/users/sessions': { body: [here, there] },
    'GET /api/users/passkeys': { body: [laptop] },
    ...answers,
  })
  render(<AccountSecurity hasPassword={hasPassword} />)
  await screen.findByText('Laptop')
  await screen.findByText('This device')
  return calls
}

beforeEach(signedInBrowser)
afterEach(signedOutBrowser)

describe('editing one’s profile', () => {
  test('saves, and the page and the bar show it immediately', async () => {
    const saved = aReader({ name: 'Ada B.', bio: 'Reads.' })
    const calls = await show({}, { 'POST /api/users/update-profile': { body: saved } })
    fill('Name', 'Ada B.')
    fill('About you', 'Reads.')
    const replies = screen.getByRole('checkbox', { name: 'Let readers reply to emails about my stories' })
    expect(replies).not.toBeChecked()
    expect(replies).toHaveAccessibleDescription(/everyone who gets your stories by email can see it/)
    fireEvent.click(replies)
    press('Save')
    expect(await screen.findByText('Saved.')).toBeVisible()
    const button = screen.getByRole('button', { name: 'Save' })
    expect(button.parentElement).toContainElement(screen.getByRole('status'))
    expect(screen.getByRole('status')).toHaveTextContent('Saved.')
    expect(screen.getByRole('heading', { name: 'Profile Details Ada B.' })).toBeVisible()
    expect(userState().currentUser?.name).toBe('Ada B.')
    expect(calls.at(-1)?.body).toEqual({
      name: 'Ada B.',
      email: 'ada@example.com',
      profileImage: '',
      bio: 'Reads.',
      showEmail: false,
      showFollowers: false,
      takesReplies: true,
    })
  })

  test('fails without a session, keeps what was typed and says what to do', async () => {
    await show({}, { 'POST /api/users/update-profile': { status: 401, body: { message: 'x' } } })
    fill('Name', 'Ada B.')
    press('Save')
    expect(await screen.findByText('No token found')).toBeVisible()
    expect(screen.getByRole('link', { name: /Log in again in another tab/ })).toHaveAttribute('target', '_blank')
    expect(screen.getByLabelText('Name')).toHaveValue('Ada B.')
  })

  test('shows a field’s fault in place', async () => {
    const wrong = { status: 400, body: { fields: { profileImage: 'Please enter an address.' } } }
    await show({}, { 'POST /api/users/update-profile': wrong })
    press('Save')
    await waitFor(() => expect(screen.getByLabelText('Image URL')).toHaveFocus())
    expect(screen.getByLabelText('Image URL')).toHaveAccessibleDescription(/Please enter an address\./)
  })

  test('asks for the password in place if the server wants it, and keeps what is typed', async () => {
    const sentence = 'Please enter your current password.'
    const asks = { status: 403, body: { message: sentence, fields: { currentPassword: sentence } } }
    await show({}, { 'POST /api/users/update-profile': asks })
    fill('Email', 'new@example.com')
    press('Save')
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    const form = within(screen.getByRole('form', { name: 'Edit profile' }))
    const field = form.getByLabelText('Current password')
    expect(field).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveValue('new@example.com')

    fireEvent.change(field, { target: { value: 'wrong one' } })
    press('Save')
    await waitFor(() => expect(field).toHaveAccessibleDescription(sentence))
    const saved = aReader({ pending_email: 'new@example.com' })
    const calls = answerByPath({ 'POST /api/users/update-profile': { body: saved } })
    fireEvent.change(field, { target: { value: 'right one' } })
    press('Save')
    expect(await screen.findByText('Saved.')).toBeVisible()
    expect(form.getByText(/emailed a link to new@example.com/)).toBeVisible()
    expect(form.queryByLabelText('Current password')).toBeNull()
    expect(calls.at(-1)?.body).toMatchObject({ email: 'new@example.com', currentPassword: 'right one' })
  })

  test('says which address waits for its confirmation, and sends the link again', async () => {
    const sent = { body: { message: 'The link is on its way.' } }
    await show({ email_proven: false, pending_email: 'new@example.com' }, { 'POST /api/users/send-confirmation': sent })
    expect(screen.getByText(/emailed a link to new@example.com/)).toBeVisible()
    press('Send the link again')
    expect(await screen.findByText('The link is on its way.')).toBeVisible()
    const calls = answerByPath({
      'POST /api/users/update-profile': { body: aReader({ pending_email: null }) },
    })
    await pressByKey('Keep the old address')
    expect(screen.queryByText(/new@example.com/)).toBeNull()
    expect(screen.getByRole('heading', { name: 'Edit profile' })).toHaveFocus()
    expect(calls[0]?.body).toEqual({ cancelEmailChange: true })
  })

  test('shows nothing to anyone else', async () => {
    const calls = answerByPath({ 'GET /api/users/current_user': { body: aReader() } })
    const { container } = render(
      <OwnerPanel
        profile={{
          uuid: 'author-1',
          name: 'Inès',
          email: null,
          profile_image: null,
          bio: '',
          joined_on: null,
          followers: null,
        }}
      />,
    )
    await waitFor(() => expect(userState().isLoggedIn).toBe(true))
    expect(container).toBeEmptyDOMElement()
    expect(calls).toHaveLength(1)
  })
})

describe('one’s newsletters', () => {
  test('are listed and can be ended', async () => {
    const calls = answerByPath({
      [subscriptions]: { body: [technology] },
      'GET /api/newsletters/unsubscribe/n1': { body: { message: 'ok' } },
    })
    render(<SubscriptionList email="ada@example.com" isProven />)
    expect(await screen.findByText('Technology, weekly')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Change: Technology, weekly' })).toHaveAttribute(
      'href',
      '/subscription/preferences/n1',
    )
    press('Unsubscribe: Technology, weekly')
    await waitFor(() => expect(calls.filter(({ path }) => subscriptions.endsWith(path))).toHaveLength(2))
    expect(calls.some(({ path }) => path === '/api/newsletters/unsubscribe/n1')).toBe(true)
  })

  test('that were begun before the address was proven have no link, and end all the same', async () => {
    const mine = { ...technology, uuid: '', email: 'ada@example.com', category: 'technology' }
    const calls = answerByPath({
      [subscriptions]: { body: [mine] },
      'DELETE /api/newsletters/subscriptions/ada%40example.com': { body: { message: 'Taken back.' } },
    })
    render(<SubscriptionList email="ada@example.com" isProven={false} />)
    expect(await screen.findByText('Technology, weekly')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Change/ })).toBeNull()
    press('Unsubscribe: Technology, weekly')
    expect(await screen.findByText('Taken back.')).toBeVisible()
    expect(calls.find(({ method }) => method === 'DELETE')?.body).toMatchObject({ category: 'technology' })
  })

  test('the focus goes to the next one, and from the last to the sentence that there are none', async () => {
    const books = { ...technology, uuid: 'n2', about: 'Books, weekly' }
    const list = { body: [technology, books] }
    answerByPath({
      [subscriptions]: list,
      'GET /api/newsletters/unsubscribe/n1': { body: { message: 'ok' } },
      'GET /api/newsletters/unsubscribe/n2': { body: { message: 'ok' } },
    })
    render(<SubscriptionList email="ada@example.com" isProven />)
    await screen.findByText('Technology, weekly')
    list.body = [books]
    await pressByKey('Unsubscribe: Technology, weekly')
    expect(screen.getByRole('button', { name: 'Unsubscribe: Books, weekly' })).toHaveFocus()
    list.body = []
    await pressByKey('Unsubscribe: Books, weekly')
    expect(screen.getByText(/^You don’t have any newsletters yet/)).toHaveFocus()
  })

  test.each([
    [true, 'You don’t have any newsletters yet. We would send them to ada@example.com.'],
    [false, 'Once you confirm ada@example.com, your newsletters will appear here.'],
  ])('may be none (address proven: %s)', async (isProven, sentence) => {
    answerByPath({ [subscriptions]: { body: [] } })
    render(<SubscriptionList email="ada@example.com" isProven={isProven} />)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Find a newsletter' })).toHaveAttribute('href', '/subscribe')
  })
})

describe('the security of one’s account', () => {
  test('ends another session', async () => {
    const calls = await showSecurity({ 'DELETE /api/users/sessions/s2': { body: { message: 'ok' } } })
    press('Log out: Safari on iPhone')
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/users/sessions')).toHaveLength(2))
    expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/api/users/sessions/s2')).toBe(true)
  })

  test('keeps the focus in the list of which a session or a passkey goes', async () => {
    const sessions = { body: [here, there, { ...there, id: 's3', device: 'Edge on Windows' }] }
    const passkeys = { body: [laptop] }
    const ended = { body: { message: 'ok' } }
    await showSecurity({
      ...{ 'GET /api/users/sessions': sessions, 'GET /api/users/passkeys': passkeys },
      ...{ 'DELETE /api/users/sessions/s2': ended, 'DELETE /api/users/sessions/s3': ended },
      'DELETE /api/users/passkeys/p1': ended,
    })
    sessions.body = [here, { ...there, id: 's3', device: 'Edge on Windows' }]
    await pressByKey('Log out: Safari on iPhone')
    expect(screen.getByRole('button', { name: 'Log out: Edge on Windows' })).toHaveFocus()
    sessions.body = [here]
    await pressByKey('Log out: Edge on Windows')
    expect(screen.getByRole('heading', { name: 'Where you are logged in' })).toHaveFocus()
    passkeys.body = []
    await pressByKey('Remove: Laptop')
    expect(screen.getByText('The passkey was removed.')).toHaveFocus()
  })

  test('ends all sessions and leads to the log-in', async () => {
    const left = recordNavigations()
    await showSecurity({ 'DELETE /api/users/sessions': { body: { message: 'ok' } } })
    press('Log out everywhere')
    await waitFor(() => expect(left).toEqual(['/users/login']))
    expect(localStorage).toHaveLength(0)
  })

  test('runs a second request after the first one', async () => {
    const left = recordNavigations()
    const ended = { body: { message: 'ok' } }
    const calls = await showSecurity({ 'DELETE /api/users/sessions/s2': ended, 'DELETE /api/users/sessions': ended })
    press('Log out: Safari on iPhone')
    press('Log out everywhere')
    await waitFor(() => expect(left).toEqual(['/users/login']))
    const deleted = calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
    expect(deleted).toEqual(['/api/users/sessions/s2', '/api/users/sessions'])
  })

  test('removes a passkey, and says what could not be done', async () => {
    await showSecurity({
      'DELETE /api/users/passkeys/p1': { status: 409, body: { message: 'It is your only way in.' } },
    })
    press('Remove: Laptop')
    expect(await screen.findByRole('alert')).toHaveTextContent('It is your only way in.')
    expect(screen.getByText('Laptop')).toBeVisible()
  })

  test('asks for the password before it makes a passkey, if the server wants it', async () => {
    const sentence = 'Please enter your current password.'
    const asks = { status: 403, body: { message: sentence, fields: { currentPassword: sentence } } }
    await showSecurity({ 'POST /api/users/passkeys/options': asks })
    fill('Name of the new passkey', 'Phone')
    press('Add a passkey')
    const form = within(screen.getByRole('form', { name: 'Add a passkey' }))
    expect(await form.findByLabelText('Current password')).toHaveFocus()
    expect(screen.getByLabelText('Name of the new passkey')).toHaveValue('Phone')
  })

  test('says when the browser does not support passkeys', async () => {
    const begun = { body: { challenge_id: 'c1', options: {} } }
    await showSecurity({ 'POST /api/users/passkeys/options': begun })
    fill('Name of the new passkey', 'Phone')
    press('Add a passkey')
    expect(await screen.findByRole('alert')).toHaveTextContent('This browser does not know passkeys.')
    expect(screen.getByLabelText('Name of the new passkey')).toHaveValue('Phone')
  })

  test('changes the password, and empties the fields', async () => {
    const calls = await showSecurity({ 'POST /api/users/change-password': { body: { message: 'Password changed.' } } })
    const form = within(screen.getByRole('form', { name: 'Change password' }))
    fireEvent.change(form.getByLabelText('Current password'), { target: { value: 'old one' } })
    fireEvent.change(form.getByLabelText('New password'), { target: { value: 'correct horse' } })
    press('Change password')
    expect(await screen.findByText('Password changed.')).toBeVisible()
    expect(form.getByLabelText('New password')).toHaveValue('')
    expect(calls.find(({ path }) => path === '/api/users/change-password')?.body).toEqual({
      currentPassword: 'old one',
      password: 'correct horse',
    })
    await screen.findByText('This device')
  })

  test('asks for no current password if there is none', async () => {
    await showSecurity({}, false)
    expect(screen.queryByLabelText('Current password')).toBeNull()
    expect(screen.getByRole('button', { name: 'Set a password' })).toBeVisible()
  })
})
