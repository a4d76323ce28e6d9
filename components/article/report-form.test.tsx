import { fireEvent, render, screen } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { ReportForm } from './report-form.tsx'

const show = () => render(<ReportForm slug="lamp" title="The lamp" isSignedIn />)

test('sends the reason and the note, and thanks', async () => {
  const calls = answerCalls({ body: { message: 'Thank you.' } })
  show()
  fireEvent.click(screen.getByLabelText('Copied from someone else'))
  fireEvent.change(screen.getByLabelText('What should an administrator know?'), { target: { value: 'From my site' } })
  fireEvent.click(screen.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText('Thank you.')).toBeVisible()
  expect(calls).toEqual([
    { method: 'POST', path: '/api/contents/lamp/report', body: { reason: 'copied', note: 'From my site' } },
  ])
  expect(screen.getByRole('link', { name: 'Back to the story' })).toHaveAttribute('href', '/article/lamp')
})

test('says that a reason is missing, and keeps the note', async () => {
  const fields = { reason: 'Please choose a reason.' }
  answerCalls({ status: 400, body: { detail: fields.reason, message: fields.reason, fields } })
  show()
  fireEvent.change(screen.getByLabelText('What should an administrator know?'), { target: { value: 'A note' } })
  fireEvent.click(screen.getByRole('button', { name: 'Report' }))
  expect((await screen.findByRole('alert')).textContent).toBe(fields.reason)
  expect(screen.getByLabelText('What should an administrator know?')).toHaveValue('A note')
})

test('shows the answer to a form that was sent without scripts', () => {
  const failure = {
    status: 403,
    message: 'Without an account, a report needs scripts.',
    code: 'challenge_needed',
    places: ['note'],
  }
  const typed = { reason: 'spam', note: 'A note' }
  render(<ReportForm slug="lamp" title="The lamp" isSignedIn={false} answer={{ failure, typed }} />)
  expect(screen.getByRole('alert')).toHaveTextContent(failure.message)
  expect(screen.getByLabelText('Spam or advertising')).toBeChecked()
  expect(screen.getByLabelText('What should an administrator know?')).toHaveValue('A note')
})
