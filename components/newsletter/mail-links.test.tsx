import { fireEvent, render, screen } from '@testing-library/react'
import { answerCalls } from '../testing/answering-fetch.ts'
import { ConfirmSubscription } from './confirm-subscription.tsx'
import { Unsubscribe } from './unsubscribe.tsx'

const link = {
  email: 'a…@example.com',
  about: 'Technology, weekly',
  confirmed: false,
  ended: false,
  refusable: false,
  pending: ['Technology, weekly', 'Ada'],
  digests: ['Technology, weekly', 'Books, daily'],
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the confirmation of a subscription', () => {
  const show = () => render(<ConfirmSubscription uuid="s-1" link={link} />)

  test('says what it is about and confirms at the button', async () => {
    const calls = answerCalls({ body: { message: 'Your subscription is confirmed.' } })
    show()
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual(link.pending)
    expect(calls).toEqual([])
    press('Confirm Subscription')
    expect(screen.getByRole('button', { name: 'Confirming...' })).toBeVisible()
    expect(await screen.findByRole('status')).toHaveTextContent('Your subscription is confirmed.')
    expect(calls).toEqual([{ method: 'GET', path: '/api/newsletters/confirm/s-1', body: undefined }])
  })

  test('says what failed, and can be tried again', async () => {
    answerCalls({ status: 404, body: { error: 'There is no such subscription.' } }, { body: { message: 'Done.' } })
    show()
    press('Confirm Subscription')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to confirm subscription: There is no such subscription.',
    )
    press('Confirm Subscription')
    expect(await screen.findByRole('status')).toHaveTextContent('Done.')
  })
})

describe('unsubscribing', () => {
  const show = () => render(<Unsubscribe uuid="s-1" link={link} />)

  test('asks first, is busy, and says what the server says', async () => {
    const calls = answerCalls({ body: { message: 'You are unsubscribed.' } })
    show()
    expect(screen.getByRole('heading', { level: 1, name: "We're sad to see you go" })).toBeVisible()
    expect(screen.getByText('Are you sure you want to unsubscribe from our newsletter?')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/')
    press('Confirm Unsubscribe')
    press('Unsubscribing...')
    expect(await screen.findByRole('status')).toHaveTextContent('You are unsubscribed.')
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    expect(calls.map(({ path }) => path)).toEqual(['/api/newsletters/unsubscribe/s-1'])
  })

  test('says so at once where it has ended already', () => {
    const calls = answerCalls()
    render(<Unsubscribe uuid="s-1" link={{ ...link, ended: true }} />)
    expect(screen.getByRole('status')).toHaveTextContent('You have been unsubscribed.')
    expect(screen.queryByRole('button')).toBeNull()
    expect(calls).toEqual([])
  })

  test('offers to be asked no more where something has ended otherwise', () => {
    render(<Unsubscribe uuid="s-1" link={{ ...link, ended: true, refusable: true }} />)
    expect(screen.getByText(/it is not asked again/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Confirm Unsubscribe' })).toBeVisible()
  })

  test('ends everything of the address where that is wanted', async () => {
    const calls = answerCalls({ body: { message: 'Done.' } })
    show()
    fireEvent.click(screen.getByLabelText('Unsubscribe from everything sent to this address'))
    press('Confirm Unsubscribe')
    await screen.findByRole('status')
    expect(calls[0]?.path).toBe('/api/newsletters/unsubscribe/s-1?all=true')
  })

  test('says what failed and keeps the choice', async () => {
    answerCalls({ status: 500, body: { error: 'Something broke.' } })
    show()
    fireEvent.click(screen.getByRole('checkbox'))
    press('Confirm Unsubscribe')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to unsubscribe: Something broke.')
    expect(screen.getByRole('checkbox')).toBeChecked()
  })
})

test('a link that nobody knows still has its button, whose answer says why', async () => {
  answerCalls({ status: 404, body: { message: 'There is no such subscription.' } })
  render(<ConfirmSubscription uuid="gone" />)
  expect(screen.getByText(/We know no subscription by this link/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Confirm Subscription' }))
  expect(await screen.findByText('Failed to confirm subscription: There is no such subscription.')).toBeVisible()
})

describe('a link that ends more than one subscription', () => {
  test('of digests names all that ends, and ends them', async () => {
    const calls = answerCalls({ body: { message: 'Done.' } })
    render(<Unsubscribe uuid="s-1" link={link} scope="digests" />)
    expect(screen.getByText('This ends every daily and weekly digest that you get:')).toBeVisible()
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual(link.digests)
    expect(screen.getByRole('link', { name: 'Fewer mails or a pause instead?' })).toHaveAttribute(
      'href',
      '/subscription/preferences/s-1',
    )
    press('Confirm Unsubscribe')
    await screen.findByText('Done.')
    expect(calls.map(({ path }) => path)).toEqual(['/api/newsletters/unsubscribe/s-1?scope=digests'])
    expect(screen.getByRole('link', { name: 'See what you still get' })).toBeVisible()
  })

  test('of digests says so at once where none is left', () => {
    render(<Unsubscribe uuid="s-1" link={{ ...link, confirmed: true, digests: [] }} scope="digests" />)
    expect(screen.getByRole('status')).toHaveTextContent('You have been unsubscribed.')
  })

  test('of everything has that ticked', async () => {
    const calls = answerCalls({ body: { message: 'Done.' } })
    render(<Unsubscribe uuid="s-1" link={{ ...link, ended: true }} scope="all" />)
    expect(screen.getByLabelText('Unsubscribe from everything sent to this address')).toBeChecked()
    press('Confirm Unsubscribe')
    await screen.findByText('Done.')
    expect(calls.map(({ path }) => path)).toEqual(['/api/newsletters/unsubscribe/s-1?all=true'])
  })
})
