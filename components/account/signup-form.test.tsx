import { fireEvent, render, screen } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { passwordLength } from '#contract/person.ts'
import { SignupForm } from './signup-form.tsx'

function signUp() {
  render(<SignupForm next="/new-story" isGoogleConfigured />)
  for (const [label, value] of [
    ['Name', 'Ada'],
    ['Email', 'ada@example.com'],
    ['Password', 'correct horse'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Create Account' }))
}

describe('the sign-up page', () => {
  test('makes an account, and the form is gone', async () => {
    const calls = answerCalls({ body: { message: 'ok' } })
    signUp()
    const notice = await screen.findByRole('status')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Check your email')
    expect(notice).toHaveTextContent('Account created successfully. Please log in.')
    expect(notice).toHaveFocus()
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.getByRole('button', { name: 'Continue as Ada' })).toBeEnabled()
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/api/users/signup',
        body: { name: 'Ada', email: 'ada@example.com', password: 'correct horse' },
      },
    ])
  })

  test('sends the token of an invitation, for its address, which needs no confirmation', async () => {
    const calls = answerCalls({ body: { message: 'ok' } })
    const invitation = { token: 'secret', email: 'ada@example.com', invitedBy: 'Root' }
    render(<SignupForm next="/" isGoogleConfigured={false} invitation={invitation} />)
    expect(screen.getByText('Root has invited you to sign up.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly')
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create Account' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is ready' })).toBeVisible()
    expect(screen.queryByText(/emailed you a link/)).toBeNull()
    expect(calls[0]?.body).toEqual({
      ...{ name: 'Ada', email: 'ada@example.com', password: 'correct horse', invitation: 'secret' },
    })
  })

  test('has the token in the form that works without scripts', () => {
    render(<SignupForm next="/" isGoogleConfigured={false} invitation={{ token: 'secret' }} />)
    const form = screen.getByRole('form', { name: 'Sign up' }) as HTMLFormElement
    expect(new FormData(form).get('invitation')).toBe('secret')
    expect(screen.getByLabelText('Email')).not.toHaveAttribute('readonly')
  })

  test('says that an invitation is dead, where one can sign up without', () => {
    render(<SignupForm next="/" isGoogleConfigured={false} hasDeadInvitation />)
    expect(screen.getByText(/The invitation has been used or has expired/)).toBeVisible()
  })

  test('shows the server’s word about a field in that field', async () => {
    answerCalls({ status: 400, body: { message: 'x', fields: { password: 'This password is too common.' } } })
    signUp()
    expect(await screen.findByText('This password is too common.')).toBeVisible()
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expect(screen.getByLabelText('Name')).toHaveValue('Ada')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    [{ status: 409, body: { code: 11000 } }, 'The user already exists in the record.'],
    [{ status: 500, body: { message: 'x' } }, 'Something went wrong while processing.'],
    [{ status: 429, body: { message: 'Wait a minute.' } }, 'Something went wrong while processing. Wait a minute.'],
    [{ status: 403, body: { code: 'forbidden', message: 'Only invited people.' } }, 'Only invited people.'],
    [{ status: 400, body: { code: 'invalid_link', message: 'It was used.' } }, 'It was used.'],
    [new TypeError('offline'), 'You seem to be offline. Please try again.'],
  ])('says what failed as a whole (%#)', async (answer, sentence) => {
    answerCalls(answer)
    signUp()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('Password')).toHaveValue('correct horse')
  })

  test('names the required length', () => {
    render(<SignupForm next="/" isGoogleConfigured />)
    expect(screen.getByText(`At least ${passwordLength.least} characters.`)).toBeVisible()
  })
})
