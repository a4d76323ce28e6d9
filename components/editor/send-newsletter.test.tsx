import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { answerByPath } from '../testing/answering-fetch.ts'
import { SendNewsletter } from './send-newsletter.tsx'

const audience = '/api/newsletters/audience'
const body = (count: number, but: object = {}) => ({ body: { count, isExact: true, sent_at: null, ...but } })

function Ticked({ wasPublic = false, category = 'fiction' }: { wasPublic?: boolean; category?: string }) {
  const [sends, setSends] = useState(false)
  const story = { category, publication: 'the-lamp', storyId: undefined }
  return <SendNewsletter sends={sends} onSends={setSends} wasPublic={wasPublic} story={story} />
}
const tick = () => screen.getByRole('checkbox', { name: 'Send Newsletter' })
const call = (category: string) => `GET ${audience}?category=${category}&publication=the-lamp`

beforeEach(forgetAnswers)

describe('the tick that emails a story', () => {
  test.each([
    [body(128), 'Goes to 128 people when you publish.'],
    [body(1), 'Goes to 1 person when you publish.'],
    [body(12_000, { isExact: false }), 'Goes to at most 12,000 people.'],
    [body(0), 'Nobody follows you yet, so it won’t be emailed to anyone.'],
    [{ status: 503, body: {} }, 'We couldn’t find out how many people it would go to.'],
  ])('says to how many it goes: %#', async (answer, sentence) => {
    answerByPath({ [call('fiction')]: answer })
    render(<Ticked />)
    fireEvent.click(tick())
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(tick()).toHaveAccessibleDescription(sentence)
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
})
