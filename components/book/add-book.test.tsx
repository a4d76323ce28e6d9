import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { answerEvents } from '#components/testing/fake-event-stream.ts'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { AddBook } from './add-book.tsx'

const input = 'Walden|Henry David Thoreau|a code for books'
const field = () => screen.getByPlaceholderText('Book name|Book Author|Code')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const result = () => screen.getByRole('region', { name: 'Result' })

function ask(typed = input) {
  fireEvent.change(field(), { target: { value: typed } })
  press('Submit')
}

describe('a summary that is written', () => {
  test('appears while it is written, and is then a draft to open', async () => {
    const model = answerEvents()
    render(<AddBook />)
    ask()
    expect(await screen.findByText('Waiting for the model…')).toHaveAttribute('role', 'status')
    expect(result()).toHaveAttribute('aria-busy', 'true')
    expect(model.asked[0]).toMatchObject({ path: '/api/openai/text-processing', body: { input } })

    model.say({ kind: 'text', html: '"\n\n<h2>A pond</h2>' })
    expect(await within(result()).findByRole('heading', { name: 'A pond' })).toBeVisible()
    expect(result()).not.toHaveTextContent('"')
    expect(screen.getByText('The summary is being written…')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()

    model.say({ kind: 'end', html: '<h2>A pond</h2><p>Beans.</p>', draft: 'walden' })
    const link = await screen.findByRole('link', { name: 'Open the draft in the editor' })
    expect(link).toHaveAttribute('href', '/article/walden/edit')
    expect(screen.getByText('Beans.')).toBeVisible()
    expect(screen.getByText('The summary is finished and saved as a draft.')).toBeVisible()
    expect(result()).toHaveAttribute('aria-busy', 'false')
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    expect(field()).toHaveValue(input)
  })

  test('only how far it is gets read out, not every word', async () => {
    const model = answerEvents()
    render(<AddBook />)
    ask()
    model.say({ kind: 'text', html: '<p>Beans.</p>' })
    expect((await screen.findByText('Beans.')).closest('[aria-live], [role=status], [role=alert]')).toBeNull()
  })

  test('is requested once, however often the button is pressed', async () => {
    const model = answerEvents()
    render(<AddBook />)
    ask()
    press('Writing…')
    fireEvent.submit(screen.getByRole('form', { name: 'Add new book' }))
    model.say({ kind: 'end', html: '<p>Beans.</p>', draft: 'walden' })
    await screen.findByText('Beans.')
    expect(model.asked).toHaveLength(1)
  })

  test('of a product API that keeps no draft links to none', async () => {
    const model = answerEvents()
    render(<AddBook />)
    ask()
    model.say({ kind: 'end', html: '<p>Beans.</p>', draft: null })
    expect(await screen.findByText('The summary is finished.')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('what does not come to an end', () => {
  test('can be cancelled, which ends it at the server', async () => {
    const model = answerEvents()
    render(<AddBook />)
    ask()
    model.say({ kind: 'text', html: '<p>Beans.</p>' })
    await screen.findByText('Beans.')
    press('Cancel')
    expect(await screen.findByText('Cancelled. Nothing was kept.')).toHaveAttribute('role', 'status')
    expect(model.asked[0]?.signal?.aborted).toBe(true)
    expect(field()).toHaveFocus()
    expect(field()).toHaveValue(input)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeVisible())
  })

  test('ends with the page', async () => {
    const model = answerEvents()
    const { unmount } = render(<AddBook />)
    ask()
    await waitFor(() => expect(model.asked).toHaveLength(1))
    await act(async () => unmount())
    expect(model.asked[0]?.signal?.aborted).toBe(true)
  })

  test.each<[string, (model: ReturnType<typeof answerEvents>) => void, RegExp]>([
    [
      'a problem',
      (model) => model.say({ kind: 'problem', problem: { message: 'The model is busy.' } }),
      /^The model is busy\.$/,
    ],
    ['a broken connection', (model) => model.break(), /^The connection broke before the text was finished/],
    ['no end', (model) => model.end(), /^The connection broke before the text was finished/],
  ])('%s is a sentence; what was written stays, and so does what was typed', async (_, fail, sentence) => {
    const model = answerEvents()
    render(<AddBook />)
    ask()
    model.say({ kind: 'text', html: '<p>Beans.</p>' })
    await screen.findByText('Beans.')
    fail(model)
    expect(within(await within(result()).findByRole('alert')).getByText(sentence)).toBeVisible()
    expect(screen.getByText('Beans.')).toBeVisible()
    expect(field()).toHaveValue(input)
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('what is refused', () => {
  test.each([
    [400, { message: 'Missing: the code.', fields: { input: 'Missing: the code.' } }, 'Missing: the code.'],
    [429, { message: 'Too many requests. Please try again in 9 minutes.' }, /in 9 minutes/],
    [503, { message: 'Set OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL: …' }, /^Set OPENAI_BASE_URL/],
    [500, undefined, /^Server responded with status: 500$/],
  ])('%d is a sentence in the result area', async (status, body, sentence) => {
    answerCalls({ status, body })
    render(<AddBook />)
    ask('Walden|Thoreau|')
    expect(within(await within(result()).findByRole('alert')).getByText(sentence)).toBeVisible()
    expect(field()).toHaveValue('Walden|Thoreau|')
  })

  test('a book that has a summary: leads there, or asks for another one anyway', async () => {
    const current = { slug: 'a-pond', title: 'A Pond', isDraft: false }
    const calls = answerCalls(
      { status: 409, body: { code: 11000, message: 'There is already a summary of this book.', current } },
      { status: 503, body: { message: 'The model is busy.' } },
      { status: 503, body: { message: 'The model is still busy.' } },
    )
    render(<AddBook />)
    ask()
    expect(await screen.findByRole('link', { name: 'Read that summary' })).toHaveAttribute('href', '/article/a-pond')
    press('Write another summary')
    expect(await screen.findByText('The model is busy.')).toBeVisible()
    press('Submit')
    expect(await screen.findByText('The model is still busy.')).toBeVisible()
    expect(calls.map(({ body }) => body)).toEqual([{ input }, { input, again: true }, { input }])
  })

  test('a failed request is a sentence in the result area', async () => {
    answerCalls(new Error('no network'))
    render(<AddBook />)
    ask()
    expect(await screen.findByText('You seem to be offline. Please try again.')).toBeVisible()
  })
})
