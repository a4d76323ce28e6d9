import { act, fireEvent, render, screen } from '@testing-library/react'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import type { Mailing } from '#contract/mailings.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { StoryMailing } from './story-mailing.tsx'

beforeEach(forgetAnswers)

const done: Mailing = {
  ...{ state: 'sent', reason: null, category: 'Fiction', is_under_way: false, sent: 12 },
  sent_at: '2026-03-03T12:00:00Z',
}
const none = { sent: 0, sent_at: null }
const wait = 'It goes to the subscribers of Fiction once an administrator has looked at it.'
const show = (mailing: Partial<Mailing>) => {
  answerByPath({ 'GET /api/contents/1/mailing': { body: { ...done, ...mailing } } })
  return render(<StoryMailing id="1" />)
}

test.each<[Partial<Mailing>, string, string]>([
  [{}, 'Emailed', 'Emailed to 12 people on 3 March 2026.'],
  [{ is_under_way: true }, 'Being emailed', 'This story is being emailed.'],
  [none, 'Not emailed', 'There was nobody to email it to.'],
  [{ state: 'held', reason: 'new_author' }, 'Partly emailed', `Emailed to 12 people on 3 March 2026.${wait}`],
  [
    { state: 'held', reason: 'new_author', ...none },
    'Waiting to be emailed',
    `You had no followers to email it to.${wait}`,
  ],
  [
    { state: 'held', reason: 'one_a_day', sent: 1 },
    'Partly emailed',
    `Emailed to 1 person on 3 March 2026.${wait} You had already emailed a story to subscribers that day.`,
  ],
  [
    { state: 'declined' },
    'Emailed',
    'Emailed to 12 people on 3 March 2026.An administrator decided not to send it to the subscribers of Fiction.',
  ],
  [
    { state: 'refused', reason: 'unproven', ...none },
    'Not emailed',
    'This story is published but wasn’t emailed, because your email address isn’t confirmed yet.Once it is, publish the story again with Send Newsletter.',
  ],
])('says what became of emailing a story: %#', async (mailing, label, said) => {
  show(mailing)
  const button = await screen.findByRole('button', { name: label, expanded: false })
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  fireEvent.click(button)
  expect(screen.getByRole('status')).toHaveTextContent(said, { normalizeWhitespace: false })
})

test('shows nothing for a story that was published without it', async () => {
  const { container } = show({ state: 'none', ...none })
  await act(async () => undefined)
  expect(container).toBeEmptyDOMElement()
})
