import { fireEvent, render, screen } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { problemBody } from '#contract/problems.ts'
import { WhyNoEmailForm } from './why-no-email-form.tsx'

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Find out why' }))

test('shows the answer about an address and a story', async () => {
  const calls = answerCalls({ body: { answer: 'This address has not confirmed its subscription yet.' } })
  render(<WhyNoEmailForm />)
  fill('Email', 'reader@example.com')
  fill('Story', 'the-lamp')
  press()
  expect(await screen.findByText('This address has not confirmed its subscription yet.')).toBeInTheDocument()
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/newsletters/why-no-email?email=reader%40example.com&story=the-lamp',
  ])
})

test('takes an answer away as soon as a field says something else', async () => {
  answerCalls({ body: { answer: 'This address has not confirmed its subscription yet.' } })
  render(<WhyNoEmailForm />)
  fill('Email', 'reader@example.com')
  fill('Story', 'the-lamp')
  press()
  await screen.findByText('This address has not confirmed its subscription yet.')
  fill('Email', 'other@example.com')
  expect(screen.queryByText('This address has not confirmed its subscription yet.')).not.toBeInTheDocument()
})

test('asks for both fields first', async () => {
  const calls = answerCalls()
  render(<WhyNoEmailForm />)
  press()
  expect(await screen.findByText('Please enter an email address.')).toBeInTheDocument()
  expect(screen.getByText('Please enter a story.')).toBeInTheDocument()
  expect(calls).toEqual([])
})

test('shows a fault beside its field', async () => {
  const fault = 'We can’t find this story.'
  answerCalls({ status: 400, body: { ...problemBody('bad_request', fault, 'id'), fields: { story: fault } } })
  render(<WhyNoEmailForm />)
  fill('Email', 'reader@example.com')
  fill('Story', 'no-such-story')
  press()
  expect(await screen.findByText(fault)).toBeInTheDocument()
  expect(screen.getByLabelText('Story')).toHaveAttribute('aria-invalid', 'true')
})
