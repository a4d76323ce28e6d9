import { fireEvent, render, screen } from '@testing-library/react'
import { aReader, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { ConfirmEmailForm } from './confirm-email-form.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('a forgotten password', () => {
  function ask() {
    render(<ForgotPasswordForm next="/" />)
    fill('Email', 'ada@example.com')
    press('Send password reset link')
  }

  test('says the same for every address', async () => {
    const calls = answerCalls({ body: { message: 'ok' } })
    ask()
    expect(await screen.findByRole('status')).toHaveTextContent(
      'Password reset link will be sent to the email if the email exists in our record.',
    )
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/users/login')
    expect(calls).toEqual([{ method: 'POST', path: '/api/users/forget-password', body: { email: 'ada@example.com' } }])
  })

  test.each([
    [{ status: 429, body: { message: 'Please wait.' } }, 'Please wait.'],
    [{ status: 500, body: {} }, 'Failed to send password reset link.'],
    [new TypeError('offline'), 'Failed to send password reset link.'],
  ])('says what failed (%#)', async (answer, sentence) => {
    answerCalls(answer)
    ask()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
  })
})

describe('a new password', () => {
  function reset(confirmed: string) {
    render(<ResetPasswordForm token="t1" />)
    fill('New Password', 'correct horse')
    fill('Confirm Password', confirmed)
    press('Reset Password')
  }

  test('is set, and the form is gone', async () => {
    const calls = answerCalls({ body: { message: 'Password reset successful.' } })
    reset('correct horse')
    expect(await screen.findByRole('status')).toHaveTextContent('Password reset was successful! Login to continue.')
    expect(screen.queryByLabelText('New Password')).toBeNull()
    expect(calls).toEqual([
      { method: 'POST', path: '/api/users/reset-password', body: { password: 'correct horse', token: 't1' } },
    ])
  })

  test('must be typed twice alike, and no call is made', async () => {
    const calls = answerCalls()
    reset('correct house')
    expect(await screen.findByText('Passwords do not match.')).toBeVisible()
    expect(screen.getByLabelText('Confirm Password')).toHaveFocus()
    expect(calls).toEqual([])
  })

  test.each([
    [{ status: 400, body: { message: 'The link is too old.' } }, 'The link is too old.'],
    [{ body: { message: 'Something else.' } }, 'Something else.'],
    [{ status: 500, body: {} }, 'Failed to reset password.'],
  ])('says what failed (%#)', async (answer, sentence) => {
    answerCalls(answer)
    reset('correct horse')
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  })

  test('leads to a new link if this one is used up', async () => {
    answerCalls({ status: 400, body: { code: 'invalid_link', message: 'This link has been used.' } })
    reset('correct horse')
    expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password')
    expect(screen.queryByRole('button', { name: 'Reset Password' })).toBeNull()
  })
})

describe('the confirmation of an address', () => {
  beforeEach(signedOutBrowser)

  test('happens at the button and not before', async () => {
    const calls = answerCalls({ body: { message: 'Your address is confirmed.' } })
    render(<ConfirmEmailForm token="t1" viewer={aReader({ email_proven: false })} />)
    expect(calls).toEqual([])
    press('Confirm address')
    expect(await screen.findByRole('status')).toHaveTextContent('Your address is confirmed.')
    expect(calls).toEqual([{ method: 'POST', path: '/api/users/confirm-email', body: { token: 't1' } }])
  })

  test('says what failed, and can be tried again', async () => {
    answerCalls({ status: 400, body: { message: 'The link is used up.' } }, { body: { message: 'Done.' } })
    render(<ConfirmEmailForm token="t1" viewer={aReader({ email_proven: false })} />)
    press('Confirm address')
    expect(await screen.findByRole('alert')).toHaveTextContent('The link is used up.')
    press('Confirm address')
    expect(await screen.findByRole('status')).toHaveTextContent('Done.')
  })

  test.each([
    [{ email_proven: true }, 'Your address ada@example.com is confirmed already.'],
    [{ email_proven: false }, 'Get a new link on your profile'],
    [{ pending_email: 'new@example.com' }, 'Get a new link on your profile'],
  ])('says where to go on if the link is used up: %j', async (who, words) => {
    answerCalls({ status: 400, body: { code: 'invalid_link', message: 'This link has been used.' } })
    render(<ConfirmEmailForm token="t1" viewer={aReader(who)} />)
    press('Confirm address')
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Confirm address' })).toBeNull()
  })

  test('says so if the link is another account’s', async () => {
    const message = 'This link is for another account.'
    answerCalls({ status: 403, body: { code: 'forbidden', message } })
    render(<ConfirmEmailForm token="t1" viewer={aReader()} />)
    press('Confirm address')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })

  test('asks to sign in first, and leads back here', () => {
    const calls = answerCalls()
    render(<ConfirmEmailForm token="t1" viewer={undefined} />)
    expect(screen.queryByRole('button', { name: 'Confirm address' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      '/users/login?next=%2Fconfirm-email%2Ft1',
    )
    expect(calls).toEqual([])
  })
})
