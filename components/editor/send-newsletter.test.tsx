import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { SendNewsletter } from './send-newsletter.tsx'

const audience = '/api/newsletters/audience'
const body = (count: number, but: object = {}) => ({
  body: { count, isExact: true, sent_at: null, reach: 'everyone', reason: null, ...but },
})
const followers = (count: number, reason: string | null, but: object = {}) =>
  body(count, { reach: 'followers', reason, ...but })
const nobody = (reason: string) => body(0, { reach: 'nobody', reason })

type Given = { wasPublic?: boolean; category?: string; isTicked?: boolean; isProven?: boolean; isOwn?: boolean }

function Ticked({ wasPublic = false, category = 'fiction', isTicked = false, isProven = true, isOwn = true }: Given) {
  const [sends, setSends] = useState(isTicked)
  const names = { category: 'Fiction', publication: 'The lamp', isOwn }
  const story = { category, publication: 'the-lamp', storyId: undefined, names }
  const unproven = isProven ? undefined : { uuid: 'ada' }
  return <SendNewsletter sends={sends} onSends={setSends} wasPublic={wasPublic} story={story} unproven={unproven} />
}
const tick = () => screen.getByRole('checkbox', { name: 'Send Newsletter' })
const call = (category: string) => `GET ${audience}?category=${category}&publication=the-lamp`

const held = 'The subscribers of Fiction get it once an administrator has looked at it.'

beforeEach(forgetAnswers)

describe('the tick that emails a story', () => {
  test.each([
    [body(128), 'Goes to 128 people when you publish.'],
    [body(1), 'Goes to 1 person when you publish.'],
    [body(12_000, { isExact: false }), 'Goes to at most 12,000 people.'],
    [body(0), 'Nobody follows you yet, so it won’t be emailed to anyone.'],
    [followers(12, 'new_author'), `Goes to 12 followers of you and of The lamp when you publish. ${held}`],
    [followers(0, 'new_author'), `Nobody follows you yet. ${held}`],
    [followers(1, null), 'Goes to 1 follower of you and of The lamp when you publish.'],
    [
      followers(2, 'one_a_day'),
      'Goes to 2 followers of you and of The lamp when you publish. You’ve already emailed a story to subscribers ' +
        'today, so the subscribers of Fiction get this one once an administrator has looked at it.',
    ],
    [{ status: 503, body: {} }, 'We couldn’t find out how many people it would go to.'],
  ])('says to whom it goes: %#', async (answer, sentence) => {
    answerByPath({ [call('fiction')]: answer })
    render(<Ticked />)
    fireEvent.click(tick())
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(tick()).toHaveAccessibleDescription(sentence)
    expect(tick()).toBeEnabled()
  })

  test('makes no call before it is set, and again for another category', async () => {
    const calls = answerByPath({ [call('fiction')]: body(2), [call('books')]: body(5) })
    const { rerender } = render(<Ticked />)
    expect(calls).toEqual([])
    fireEvent.click(tick())
    expect(await screen.findByText(/Goes to 2 people/)).toBeVisible()
    rerender(<Ticked category="books" />)
    expect(await screen.findByText(/Goes to 5 people/)).toBeVisible()
    fireEvent.click(tick())
    expect(screen.queryByText(/Goes to/)).toBeNull()
  })

  test('cannot be set for a story that was emailed before', async () => {
    answerByPath({ [call('fiction')]: body(7, { sent_at: '2026-03-03T12:00:00Z' }) })
    render(<Ticked wasPublic />)
    expect(await screen.findByText('Emailed on 3 March 2026. It won’t be emailed again.')).toBeVisible()
    await waitFor(() => expect(tick()).toBeDisabled())
  })

  test('says that an emailed story still waits for an administrator', async () => {
    answerByPath({ [call('fiction')]: followers(0, 'new_author', { sent_at: '2026-03-03T12:00:00Z' }) })
    render(<Ticked wasPublic />)
    expect(await screen.findByText(`Emailed on 3 March 2026. It won’t be emailed again. ${held}`)).toBeVisible()
  })

  test('cannot be set before the address is confirmed, and leads to where that is done', async () => {
    answerByPath({ [call('fiction')]: nobody('unproven') })
    render(<Ticked isProven={false} />)
    expect(
      await screen.findByText(/Your email address isn’t confirmed yet, so we can’t email this story/),
    ).toBeVisible()
    expect(tick()).toBeDisabled()
    expect(screen.getByRole('link', { name: 'Confirm it' })).toHaveAttribute('href', '/profile/ada')
  })

  test('can be set once the address is confirmed elsewhere', async () => {
    answerByPath({ [call('fiction')]: body(3) })
    render(<Ticked isProven={false} />)
    fireEvent.click(tick())
    expect(await screen.findByText('Goes to 3 people when you publish.')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('can be taken away if it was set before', async () => {
    answerByPath({ [call('fiction')]: nobody('suspended') })
    render(<Ticked isTicked isOwn={false} />)
    expect(await screen.findByText('The author’s account is suspended, so we can’t email this story.')).toBeVisible()
    fireEvent.click(tick())
    await waitFor(() => expect(tick()).toBeDisabled())
  })
})
