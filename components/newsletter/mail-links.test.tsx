import { fireEvent, render, screen } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { ConfirmSubscription } from './confirm-subscription.tsx'
import { DeadLink } from './dead-link.tsx'
import { Unsubscribe } from './unsubscribe.tsx'

const link = {
  email: 'a…@example.com',
  about: 'Technology, weekly',
  category: 'technology',
  following_publication: null,
  following_author: null,
  confirmed: false,
  ended: false,
  confirmable: true,
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

  test('leads on to further reading once it is confirmed', async () => {
    answerCalls({ body: { message: 'Your subscription is confirmed.' } })
    render(<ConfirmSubscription uuid="s-1" link={link} next={<a href="/article/a-lift-at-night">A Lift at Night</a>} />)
    expect(screen.queryByRole('link', { name: 'A Lift at Night' })).toBeNull()
    press('Confirm Subscription')
    expect(await screen.findByRole('link', { name: 'A Lift at Night' })).toBeVisible()
  })

  test('says what failed, and can be tried again', async () => {
    answerCalls({ status: 503, body: { error: 'Not available.' } }, { body: { message: 'Done.' } })
    show()
    press('Confirm Subscription')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to confirm subscription: Not available.')
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

  test('says so immediately if it has ended already', () => {
    const calls = answerCalls()
    render(<Unsubscribe uuid="s-1" link={{ ...link, ended: true }} />)
    expect(screen.getByRole('status')).toHaveTextContent('You have been unsubscribed.')
    expect(screen.queryByRole('button')).toBeNull()
    expect(calls).toEqual([])
  })

  test('offers to be asked no more if the subscription has ended in another way', () => {
    render(<Unsubscribe uuid="s-1" link={{ ...link, ended: true, refusable: true }} />)
    expect(screen.getByText(/we won’t ask it again/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Confirm Unsubscribe' })).toBeVisible()
  })

  test('ends everything for the address if that is wanted', async () => {
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

describe('a link that leads nowhere', () => {
  const nothingToPress = () => expect(screen.queryByRole('button')).toBeNull()

  test.each([
    ['confirm', 'Subscribe again', '/subscribe'],
    ['unsubscribe', 'Return to Home', '/'],
    ['preferences', 'Subscribe again', '/subscribe'],
  ] as const)('to %s says what happened and what to do next', (wanted, way, path) => {
    render(<DeadLink wanted={wanted} />)
    expect(screen.getByText(/We can’t find a subscription for this link/)).toBeVisible()
    expect(screen.getByRole('link', { name: way })).toHaveAttribute('href', path)
    nothingToPress()
  })

  test('because the subscription has ended offers nothing to confirm', () => {
    render(<ConfirmSubscription uuid="s-1" link={{ ...link, ended: true, confirmable: false, pending: [] }} />)
    expect(screen.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
    nothingToPress()
  })

  test.each([
    ['Confirm Subscription', 'Failed to confirm subscription: There is no such subscription.'],
    ['Confirm Unsubscribe', 'Failed to unsubscribe: There is no such subscription.'],
  ])('since the page was opened: %s says so, and its button goes', async (name, sentence) => {
    answerCalls({ status: 404, body: { message: 'There is no such subscription.' } })
    render(
      name === 'Confirm Subscription' ? (
        <ConfirmSubscription uuid="s-1" link={link} />
      ) : (
        <Unsubscribe uuid="s-1" link={link} />
      ),
    )
    press(name)
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    nothingToPress()
  })

  test('has no button either if all is confirmed', () => {
    render(<ConfirmSubscription uuid="s-1" link={{ ...link, confirmed: true, pending: [] }} />)
    expect(screen.getByRole('status')).toHaveTextContent('This subscription is confirmed already.')
    expect(screen.getByRole('link', { name: 'Choose what you get, and how often' })).toHaveAttribute(
      'href',
      '/subscription/preferences/s-1',
    )
    nothingToPress()
  })
})

describe('what the server said to a form that was sent without scripts', () => {
  test('is shown in the place where the script would show it', () => {
    render(
      <ConfirmSubscription uuid="s-1" link={link} answer={{ done: 'Your subscription is confirmed.', typed: {} }} />,
    )
    expect(screen.getByRole('status')).toHaveTextContent('Your subscription is confirmed.')
  })

  test('with its failure, and with what was ticked', () => {
    const failure = { status: 503, message: 'Please try again.', places: [] }
    render(<Unsubscribe uuid="s-1" link={link} answer={{ failure, typed: { all: 'on' } }} />)
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to unsubscribe: Please try again.')
    expect(screen.getByRole('checkbox')).toBeChecked()
  })
})

describe('a link that ends more than one subscription', () => {
  test('of digests names all that ends, and ends them', async () => {
    const calls = answerCalls({ body: { message: 'Done.' } })
    render(<Unsubscribe uuid="s-1" link={link} scope="digests" />)
    expect(screen.getByText('This ends every daily and weekly digest that you get:')).toBeVisible()
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual(link.digests)
    expect(screen.getByRole('link', { name: 'Fewer emails or a pause instead?' })).toHaveAttribute(
      'href',
      '/subscription/preferences/s-1',
    )
    press('Confirm Unsubscribe')
    await screen.findByText('Done.')
    expect(calls.map(({ path }) => path)).toEqual(['/api/newsletters/unsubscribe/s-1?scope=digests'])
    expect(screen.getByRole('link', { name: 'See what you still get' })).toBeVisible()
  })

  test('of digests says so immediately if none is left', () => {
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
