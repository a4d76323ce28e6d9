import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { siteCategories } from '#contract/categories.ts'
import type { HeldStory } from '#contract/mailings.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { HeldStories } from './held-stories.tsx'

const asked: string[] = []
beforeEach(() => {
  forgetAnswers()
  asked.length = 0
  window.confirm = (question = '') => asked.push(question) > 0
})

const lamp: HeldStory = {
  ...{ _id: '1', slug: 'lamp', title: 'The lamp', category: 'technology', version: 3, reason: 'new_author' },
  ...{ author: { uuid: 'ada', name: 'Ada' }, is_approved: false, held_at: '2026-01-02T03:04:05.000Z' },
  ...{ subscribers: 128, isExact: true },
}
const mast: HeldStory = { ...lamp, _id: '2', slug: 'mast', title: 'The mast', reason: 'one_a_day', subscribers: 1 }
const essay: HeldStory = { ...lamp, _id: '3', title: 'An essay', category: 'fiction', isExact: false }
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function show(...answers: Parameters<typeof answerCalls>) {
  const calls = answerCalls({ body: [lamp, mast, essay] }, ...answers)
  render(<HeldStories categories={siteCategories('bytewise')} />)
  await screen.findByRole('link', { name: 'The lamp' })
  return calls
}

test('lists by category what waits, whom it would reach, and why', async () => {
  await show()
  const list = within(screen.getByRole('region', { name: 'Stories that want to go to Technology' }))
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  expect(list.getByText('Would reach 128 subscribers. The author wasn’t approved when it was published.')).toBeVisible()
  expect(
    list.getByText('Would reach 1 subscriber. Another story by this author went to subscribers on the same day.'),
  ).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Stories that want to go to Fiction' })).toBeVisible()
  expect(screen.getByText(/Would reach at most 128 subscribers/)).toBeVisible()
})

test('sends the version that was seen after the question, and says so', async () => {
  const message = 'The story is on its way to the subscribers of Technology.'
  const calls = await show({ body: { message } })
  await pressByKey('Send: The lamp')
  expect(screen.getByText(message)).toHaveFocus()
  expect(asked).toEqual(['Send “The lamp” to 128 subscribers of Technology?'])
  expect(calls[1]).toEqual({ method: 'POST', path: '/api/newsletters/held/1/send', body: { version: 3 } })
  expect(screen.queryByRole('button', { name: 'Don’t send: The lamp' })).toBeNull()
})

test('shows the email as subscribers would get it, and hides it again', async () => {
  const mail = { from: 'Ada via Bytewise', subject: 'Who had the ladder?', html: '<p>It turns.</p>', text: 'It turns.' }
  const calls = await show({ body: mail })
  press('Show the email: The lamp')
  expect(await screen.findByText('Who had the ladder?')).toBeVisible()
  expect(screen.getByText(/Ada via Bytewise/)).toBeVisible()
  expect(screen.getByTitle('The email, in light colours')).toHaveAttribute(
    'sandbox',
    expect.not.stringContaining('script'),
  )
  expect(calls[1]).toMatchObject({ method: 'GET', path: '/api/contents/1/email' })
  press('Hide the email: The lamp')
  expect(screen.queryByText('Who had the ladder?')).toBeNull()
})

test('says why the email could not be shown', async () => {
  await show({ status: 404, body: { message: 'This story doesn’t exist.' } })
  press('Show the email: The mast')
  expect(await screen.findByText('This story doesn’t exist.')).toBeVisible()
})

test('declines, and says so', async () => {
  const calls = await show({ body: { message: 'It won’t be sent.' } })
  press('Don’t send: The lamp')
  expect(await screen.findByText('It won’t be sent.')).toBeVisible()
  expect(calls[1]).toMatchObject({ method: 'POST', path: '/api/newsletters/held/1/decline' })
})

test('does nothing if the question is answered with no', async () => {
  const calls = await show()
  window.confirm = () => false
  press('Send: The lamp')
  press('Don’t send: The lamp')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send: The lamp' })).toBeEnabled())
  expect(calls).toHaveLength(1)
})

test('says why nothing was sent', async () => {
  const said = 'This story has already been sent.'
  await show({ status: 409, body: { detail: said, message: said } })
  press('Send: The lamp')
  expect(await screen.findByRole('alert')).toHaveTextContent(said)
})

test('approves an author for all of their rows', async () => {
  const calls = await show({ body: {} })
  await pressByKey('Approve author: Ada (The lamp)')
  expect(screen.getByText(/From now on, stories by Ada go to subscribers, one a day/)).toHaveFocus()
  expect(calls[1]).toMatchObject({ method: 'POST', path: '/api/users/ada/approve-mailing' })
  expect(screen.queryByRole('button', { name: /^Approve author/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Send: The lamp' })).toBeVisible()
})

test('says that nothing waits', async () => {
  answerCalls({ body: [] })
  render(<HeldStories categories={siteCategories('bytewise')} />)
  expect(await screen.findByText('No story is waiting.')).toBeVisible()
})
