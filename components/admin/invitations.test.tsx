import { fireEvent, render, screen } from '@testing-library/react'
import { answerByPath, answerCalls } from '#components/testing/fake-fetch.ts'
import type { Invitation } from '#contract/invitations.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { Invitations } from './invitations.tsx'

beforeEach(forgetAnswers)

const ada: Invitation = {
  ...{ _id: 'one', email: 'ada@example.com', invited_by: 'Root', accepted: null },
  ...{ created_at: '2026-11-02T03:04:05.000Z', expires_at: '2026-11-16T03:04:05.000Z' },
}
const listPath = 'GET /api/dashboard/invitations?state=open'
const invitePath = 'POST /api/dashboard/invitations'
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (value: string) => fireEvent.change(screen.getByLabelText('Email addresses'), { target: { value } })

test('invites the addresses of all lines, says what became of each, and begins anew', async () => {
  const outcomes = ['invited', 'sent_again', 'let_in', 'has_account', 'unproven_account', 'too_often']
  const calls = answerByPath({
    [listPath]: { body: [] },
    [invitePath]: { body: outcomes.map((outcome) => ({ email: `${outcome}@example.com`, outcome })) },
  })
  render(<Invitations />)
  expect(await screen.findByText('No invitation is open.')).toBeTruthy()
  type(' ada@example.com \n\nbob@example.com, cy@example.com\r\n')
  press('Invite')
  expect(await screen.findByText('invited@example.com is invited.')).toBeTruthy()
  expect(screen.getByText(/^sent_again@example.com was invited before/)).toBeTruthy()
  expect(screen.getByText('let_in@example.com has an account already, which may publish now.')).toBeTruthy()
  expect(screen.getByText('has_account@example.com has an account already, which may publish.')).toBeTruthy()
  expect(screen.getByText(/^unproven_account@example.com has an account, but the address isn’t confirmed/)).toBeTruthy()
  expect(screen.getByText(/^too_often@example.com got three invitations today/)).toBeTruthy()
  expect(screen.getByLabelText('Email addresses')).toHaveValue('')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    emails: ['ada@example.com', 'bob@example.com', 'cy@example.com'],
  })
})

test('names the addresses that are wrong, in the field, and keeps what was typed', async () => {
  answerByPath({
    [listPath]: { body: [] },
    [invitePath]: {
      status: 400,
      body: { message: 'x', fields: { 'emails.1': 'Please enter a valid email address.' } },
    },
  })
  render(<Invitations />)
  press('Invite')
  expect(await screen.findByText('Please enter an email address.')).toBeTruthy()
  type('ada@example.com\nnobody')
  press('Invite')
  expect(await screen.findByText('nobody: Please enter a valid email address.')).toBeTruthy()
  expect(screen.getByLabelText('Email addresses')).toHaveValue('ada@example.com\nnobody')
})

test('lists open invitations, sends one again and withdraws it', async () => {
  const calls = answerCalls(
    { body: [ada] },
    { body: [{ email: ada.email, outcome: 'sent_again' }] },
    { body: { message: 'The invitation is withdrawn.' } },
  )
  render(<Invitations />)
  expect(await screen.findByText(/^Sent .* by Root, valid until /)).toBeTruthy()
  press('Send again: ada@example.com')
  expect(await screen.findByText(/gets a new link/)).toBeTruthy()
  press('Withdraw: ada@example.com')
  expect(await screen.findByText('The invitation is withdrawn.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Withdraw: ada@example.com' })).toBeNull()
  expect(calls.slice(1)).toEqual([
    { method: 'POST', path: '/api/dashboard/invitations', body: { emails: ['ada@example.com'] } },
    { method: 'DELETE', path: '/api/dashboard/invitations/one', body: undefined },
  ])
})

test('says why a withdrawal was refused', async () => {
  answerCalls({ body: [ada] }, { status: 409, body: { detail: 'This invitation has been accepted already.' } })
  render(<Invitations />)
  await screen.findByText('ada@example.com')
  press('Withdraw: ada@example.com')
  expect(await screen.findByText('This invitation has been accepted already.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Withdraw: ada@example.com' })).toBeTruthy()
})
