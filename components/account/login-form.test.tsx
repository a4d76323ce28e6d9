import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import { LoginForm } from './login-form.tsx'
import { userState } from './user-data.ts'

const csrf = { body: { csrfToken: 'c5' } }
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function show(but: Partial<Parameters<typeof LoginForm>[0]> = {}) {
  render(<LoginForm next="/bookmarks" isGoogleConfigured {...but} />)
}

function showFilled() {
  show()
  fill('Email', 'ada@example.com')
  fill('Password', 'correct horse')
}

describe('the log-in page', () => {
  beforeEach(signedInBrowser)
  afterEach(signedOutBrowser)

  test('signs in, stores what the bar paints, and continues', async () => {
    const calls = answerCalls(csrf, { body: { url: 'http://localhost' } }, { body: aReader() })
    const left = recordNavigations()
    showFilled()
    press('Login')
    await waitFor(() => expect(left).toEqual(['/bookmarks']))
    expect(calls[1]).toEqual({
      method: 'POST',
      path: '/api/auth/callback/credentials',
      body: {
        email: 'ada@example.com',
        password: 'correct horse',
        callbackUrl: 'http://localhost',
        csrfToken: 'c5',
        json: 'true',
      },
    })
    expect(userState().currentUser?.name).toBe('Ada Reader')
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('names what is missing in place, leads there, and makes no call', () => {
    const calls = answerCalls()
    show()
    press('Login')
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Please enter an email address.')
    expect(screen.getByLabelText('Password')).toBeInvalid()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    fill('Email', 'ada')
    press('Login')
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Please enter a valid email address.')
    expect(calls).toEqual([])
  })

  test.each([
    ['CredentialsSignin', 'Invalid email or password.'],
    ['Too%20many%20attempts.%20Please%20wait.', 'Too many attempts. Please wait.'],
    ['Configuration', 'Logging in is not possible right now. Please try again.'],
  ])('says why it was refused (%s), and keeps what was typed', async (error, sentence) => {
    answerCalls(csrf, { status: 401, body: { url: `http://localhost/users/login?error=${error}` } })
    showFilled()
    press('Login')
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
    expect(screen.getByLabelText('Password')).toHaveValue('correct horse')
  })

  test('shows a message if the request fails, and if cookies are blocked', async () => {
    answerCalls(new TypeError('offline'), csrf, { body: { url: 'http://localhost/api/auth/signin?csrf=true' } })
    showFilled()
    press('Login')
    expect(await screen.findByText('You seem to be offline. Please try again.')).toBeVisible()
    press('Login')
    expect(await screen.findByText(/Logging in needs cookies/)).toBeVisible()
  })

  test('is busy while it sends, and sends once', async () => {
    const calls = answerCalls(csrf, { status: 401, body: { url: 'http://localhost/?error=CredentialsSignin' } })
    showFilled()
    press('Login')
    press('Logging in…')
    expect(screen.getByRole('button', { name: 'Logging in…' })).toHaveAttribute('aria-disabled', 'true')
    await screen.findByRole('alert')
    expect(calls).toHaveLength(2)
  })

  test('leads to Google and back to the wanted page', async () => {
    const calls = answerCalls(csrf, { body: { url: 'https://accounts.google.com/o/oauth2' } })
    const left = recordNavigations()
    show()
    press('Sign in with Google')
    await waitFor(() => expect(left).toEqual(['https://accounts.google.com/o/oauth2']))
    expect(calls[1]).toMatchObject({ path: '/api/auth/signin/google', body: { callbackUrl: '/bookmarks' } })
  })

  test('offers Google only if it is set up', () => {
    show({ isGoogleConfigured: false })
    expect(screen.queryByRole('button', { name: 'Sign in with Google' })).toBeNull()
    expect(screen.queryByText('OR')).toBeNull()
  })

  test('shows what the server said to its form without scripts, with the address and without the password', () => {
    const failure = { status: 401, message: 'Invalid email or password.', places: ['email', 'password'] }
    show({ answer: { failure, typed: { email: 'ada@example.com' } } })
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid email or password.')
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
    expect(screen.getByLabelText('Password')).toHaveValue('')
    expect(screen.getByRole('form', { name: 'Sign in' })).toHaveAttribute('action', '/api/auth/callback/credentials')
  })

  test('shows what is typed as a password on demand', () => {
    show()
    press('Show what is typed')
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
    expect(screen.getByRole('button', { name: 'Show what is typed' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('offers a passkey only if the browser supports them', () => {
    show({ notice: 'Google did not say who you are.' })
    expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull()
    expect(screen.getByRole('alert')).toHaveTextContent('Google did not say who you are.')
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/users/signup?next=%2Fbookmarks',
    )
  })
})
