import { fireEvent, render, screen } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import type { NewAuthor, Pin } from '#contract/front-page.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { FrontPageDesk } from './front-page-desk.tsx'
import { NewAuthors } from './new-authors.tsx'

beforeEach(forgetAnswers)

const lamp: Pin = {
  place: 'lead',
  story: { _id: '1', slug: 'lamp', title: 'The lamp', author_name: 'Ada' },
  ends_at: '2026-01-09T00:00:00.000Z',
  is_shown: true,
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('says what is pinned, what a new pin replaces, and takes a pin away', async () => {
  const hidden: Pin = {
    ...lamp,
    place: 'second',
    story: { ...lamp.story, _id: '2', title: 'The mast' },
    is_shown: false,
  }
  const calls = answerCalls({ body: [lamp, hidden] }, { body: { message: 'Gone.' } }, { body: [hidden] })
  render(<FrontPageDesk story="" />)
  expect(await screen.findByText('The story is not public, or its author is suspended.')).toBeVisible()
  expect(screen.getByText(/A new lead replaces “The lamp”\.$/)).toBeVisible()
  press('Unpin: The lamp')
  expect(await screen.findByText('One story is the lead, two stand beside it.')).toBeVisible()
  expect(calls[1]).toMatchObject({ method: 'DELETE', path: '/api/front-page/pins/1' })
})

test('moves the focus on to the next pin, then to the one before, then to what an empty list says', async () => {
  const [mast, kite] = ['The mast', 'The kite'].map((title) => ({
    ...lamp,
    story: { ...lamp.story, _id: title, title },
  }))
  const gone = { body: { message: 'Gone.' } }
  const left = (...pins: unknown[]) => ({ body: pins })
  answerCalls(left(lamp, mast, kite), gone, left(lamp, kite), gone, left(lamp), gone, left())
  render(<FrontPageDesk story="" />)
  await screen.findByRole('link', { name: 'The mast' })
  await pressByKey('Unpin: The mast')
  expect(screen.getByRole('button', { name: 'Unpin: The kite' })).toHaveFocus()
  await pressByKey('Unpin: The kite')
  expect(screen.getByRole('button', { name: 'Unpin: The lamp' })).toHaveFocus()
  await pressByKey('Unpin: The lamp')
  expect(screen.getByText(/^No story is pinned/)).toHaveFocus()
})

test('pins the story of the address until the end of a day, and says what it replaced', async () => {
  const message = 'Pinned. It replaces “The lamp”.'
  const calls = answerCalls({ body: [] }, { body: { message } }, { body: [lamp] })
  render(<FrontPageDesk story="the-mast" />)
  expect(await screen.findByText(/^No story is pinned/)).toBeVisible()
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: 'second' } })
  fireEvent.change(screen.getByLabelText('Until the end of'), { target: { value: '2026-01-31' } })
  press('Pin')
  expect(await screen.findByText(message)).toBeVisible()
  const ends_at = new Date('2026-02-01T00:00').toISOString()
  expect(calls[1]).toEqual({
    ...{ method: 'PUT', path: '/api/front-page/pins/the-mast', body: { place: 'second', ends_at } },
  })
  expect(screen.getByRole('link', { name: 'The lamp' })).toBeVisible()
})

test('shows what is wrong beside its field, and keeps what was typed', async () => {
  const fields = { ends_at: 'A story is pinned for at most 90 days.' }
  answerCalls({ body: [] }, { status: 400, body: { detail: fields.ends_at, message: fields.ends_at, fields } })
  render(<FrontPageDesk story="the-mast" />)
  fireEvent.change(screen.getByLabelText('Until the end of'), { target: { value: '2099-01-31' } })
  press('Pin')
  expect(await screen.findByText(fields.ends_at)).toBeVisible()
  expect(screen.getByLabelText('Story')).toHaveValue('the-mast')
  expect(screen.getByLabelText('Until the end of')).toBeInvalid()
})

test('approves a new author with a confirmed address', async () => {
  const ada: NewAuthor = {
    ...{ uuid: 'ada', name: 'Ada', email_proven: true, stories: 1 },
    newest: { slug: 'lamp', title: 'The lamp', published_at: '2026-01-02T03:04:05.000Z' },
  }
  const ben: NewAuthor = { ...ada, uuid: 'ben', name: 'Ben', email_proven: false, stories: 2 }
  const calls = answerCalls({ body: [ada, ben] }, { body: {} })
  render(<NewAuthors />)
  expect(await screen.findByText(/^The email address isn’t confirmed yet/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve: Ben' })).toBeNull()
  await pressByKey('Approve: Ada')
  expect(screen.getByText('Approved author')).toBeVisible()
  expect(screen.getByText(/^Ada’s stories can come to the top/)).toHaveFocus()
  expect(calls[1]).toMatchObject({ method: 'POST', path: '/api/users/ada/approve-mailing' })
  expect(screen.queryByRole('button', { name: 'Approve: Ada' })).toBeNull()
})
