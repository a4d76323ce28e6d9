import { act, fireEvent, render, screen } from '@testing-library/react'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { ThanksButton } from './thanks-button.tsx'

beforeEach(() => {
  forgetAnswers()
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
  }
})

const path = '/api/contents/s1/thanks'
const none = { body: { words: null, sent_at: null } }
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const field = () => screen.getByLabelText('Your line')
const type = (value: string) => fireEvent.change(field(), { target: { value } })

async function open(answers: Parameters<typeof answerByPath>[0]) {
  const calls = answerByPath(answers)
  render(<ThanksButton storyId="s1" writer="Ada" />)
  await press('Say thanks')
  return calls
}

test('sends one line, and shows it as sent', async () => {
  const calls = await open({
    [`GET ${path}`]: none,
    [`POST ${path}`]: { body: { words: 'Thank you, Ada.', sent_at: '2026-03-04T08:00:00Z' } },
  })
  expect(await screen.findByRole('dialog', { name: 'Say thanks to Ada' })).toBeVisible()
  type('Thank you, Ada.')
  expect(screen.getByText('15 of 280 characters')).toBeVisible()
  await press('Send')
  expect(calls.at(-1)).toEqual({ method: 'POST', path, body: { words: 'Thank you, Ada.' } })
  expect(screen.getByText('Your line was sent.')).toBeVisible()
  expect(screen.getByText('Thank you, Ada.')).toBeVisible()
  expect(screen.queryByLabelText('Your line')).toBeNull()
})

test('shows a line that was sent before', async () => {
  await open({ [`GET ${path}`]: { body: { words: 'Well written.', sent_at: '2026-03-04T08:00:00Z' } } })
  expect(await screen.findByText('Well written.')).toBeVisible()
  expect(screen.getByText(/Only Ada and you can see it\.$/)).toBeVisible()
})

test('keeps what was typed when it is refused, and when the dialog is closed', async () => {
  await open({
    [`GET ${path}`]: none,
    [`POST ${path}`]: { status: 429, body: { message: 'You’ve thanked for twenty stories within a day.' } },
  })
  await screen.findByLabelText('Your line')
  type('Thank you')
  await press('Send')
  expect(screen.getByRole('alert')).toHaveTextContent('You’ve thanked for twenty stories within a day.')
  expect(field()).toHaveValue('Thank you')
  await press('Cancel')
  expect(screen.queryByLabelText('Your line')).toBeNull()
  await press('Say thanks')
  expect(field()).toHaveValue('Thank you')
})

test('asks for a line, and shows the server’s sentence about one at its field', async () => {
  await open({
    [`GET ${path}`]: none,
    [`POST ${path}`]: { status: 400, body: { message: 'x', fields: { words: 'Please use at most 280 characters.' } } },
  })
  await screen.findByLabelText('Your line')
  await press('Send')
  expect(field()).toHaveAccessibleDescription(/Please write a line\./)
  type('x'.repeat(300))
  await press('Send')
  expect(field()).toHaveAccessibleDescription(/Please use at most 280 characters\./)
})

test('offers the log-in to someone whose session has ended', async () => {
  await open({ [`GET ${path}`]: none, [`POST ${path}`]: { status: 401, body: { message: 'Please log in first.' } } })
  await screen.findByLabelText('Your line')
  type('Thank you')
  await press('Send')
  expect(screen.getByRole('link', { name: 'Log in again in another tab, then send' })).toBeVisible()
})
