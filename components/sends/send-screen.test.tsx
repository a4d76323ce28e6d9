import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { aPreview, aSend } from '#components/testing/a-send.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { askAgain, forgetAnswers } from '#lib/browser/use-call.ts'
import { latestInput } from './latest-sends.tsx'
import { SendScreen } from './send-screen.tsx'

const categories = [
  { value: 'books', label: 'Books' },
  { value: 'fiction', label: 'Fiction' },
]
const previewCall = 'POST /api/newsletters/send/preview'
const sendCall = 'POST /api/newsletters/send'
const latestCall = 'GET /api/newsletters/sends?limit=20'
const oneCall = 'GET /api/newsletters/sends/send-1'

function show(answers: Parameters<typeof answerByPath>[0] = {}) {
  const calls = answerByPath({ [previewCall]: { body: aPreview() }, [latestCall]: { body: [] }, ...answers })
  render(<SendScreen categories={categories} />)
  return calls
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const questions: string[] = []
let agrees = true

beforeEach(() => {
  forgetAnswers()
  agrees = true
  questions.length = 0
  window.confirm = (question = '') => {
    questions.push(question)
    return agrees
  }
})

describe('before a send', () => {
  test('says to how many it goes, shows the email and what a check has found, the worst first', async () => {
    show()
    expect(await screen.findByText(/Goes to 1,200 subscribers/)).toHaveTextContent(
      '3 have paused and will receive nothing',
    )
    const frame = screen.getByTitle('The email, in light colours')
    expect(frame.getAttribute('srcdoc')).toContain('A lift keeps count.')
    expect(frame.getAttribute('sandbox')).not.toMatch(/scripts|same-origin/)
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows.slice(0, 2)).toEqual(['ProblemThe domain has no DKIM.', 'GoodIt has a text part.'])
  })

  test.each([
    [
      { recipients: 1, paused: 0, receiving: 0 },
      /^Nobody would get this: the 1 subscriber of this list has had everything already/,
    ],
    [{ recipients: 1, paused: 0, receiving: 1 }, /^Goes to 1 subscriber, each only/],
    [
      { recipients: 1_200, paused: 3, receiving: 900 },
      /^Goes to 900 of the 1,200 subscribers of this list, .* Of these, 3 have paused/,
    ],
    [{ recipients: 30_000, paused: 0, receiving: null }, /^Goes to 30,000 subscribers, each only/],
  ])('says how many of a list get an email: %j', async (counts, sentence) => {
    show({ [previewCall]: { body: aPreview(counts) } })
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  test('shows the email in the dark, on a phone and as text', async () => {
    show()
    await screen.findByTitle('The email, in light colours')
    fireEvent.click(screen.getByLabelText('Dark'))
    expect(screen.getByTitle('The email, in the dark')).toBeVisible()
    fireEvent.click(screen.getByLabelText('Phone'))
    expect(screen.getByTitle('The email, on a phone')).toBeVisible()
    fireEvent.click(screen.getByLabelText('Text'))
    expect(screen.queryByTitle(/The mail/)).toBeNull()
    expect(screen.getByText('A lift keeps count.')).toBeVisible()
  })

  test('asks again when another list or frequency is chosen', async () => {
    const calls = show()
    await screen.findByText(/Goes to/)
    fill('Category', 'fiction')
    fill('Frequency', 'weekly')
    await waitFor(() =>
      expect(calls.filter(({ path }) => path.endsWith('/preview')).at(-1)?.body).toEqual({
        category: 'fiction',
        frequency: 'weekly',
      }),
    )
  })

  test('says that a list has gone out already, and that there is nothing to send', async () => {
    show({ [previewCall]: { body: aPreview({ sent_already: true, stories: 0, recipients: 0, html: '' }) } })
    expect(await screen.findByText(/has already been sent for 2026-W48/)).toBeVisible()
    expect(screen.getByText(/There are no stories to send yet/)).toBeVisible()
    expect(screen.queryByTitle(/The mail/)).toBeNull()
  })

  test('says why it could not be asked', async () => {
    show({ [previewCall]: { status: 503, body: { detail: 'The product API is away.' } } })
    expect(await screen.findByText('The product API is away.')).toBeVisible()
  })
})

describe('sending', () => {
  test('sends what was chosen, hides the form and says so', async () => {
    const calls = show({
      [sendCall]: { body: { message: 'ok', send: 'send-1' } },
      [oneCall]: { body: aSend({ state: 'done' }, { recipients: 3, sent: 3 }) },
    })
    fill('Code', 'letmesend')
    fill('Category', 'fiction')
    fill('Environment', 'prod')
    fireEvent.click(await screen.findByRole('button', { name: 'Send to 1,197 subscribers' }))
    expect(questions).toEqual(['This goes to 1,197 subscribers. What has been sent can’t be taken back. Send it now?'])
    expect(await screen.findByText('Emails are being sent to all the subscribers!')).toBeVisible()
    expect(screen.queryByLabelText('Code')).toBeNull()
    expect(screen.queryByText(/This is a test/)).toBeNull()
    const sent = calls.find(({ path }) => path === '/api/newsletters/send')
    expect(sent?.body).toEqual({ code: 'letmesend', category: 'fiction', frequency: 'daily', env: 'prod' })
    expect(await screen.findByText('3 of 3 emails done (100%)')).toBeVisible()
    await pressByKey('Send another')
    expect(screen.getByLabelText('Code')).toHaveFocus()
    expect(screen.getByLabelText('Code')).toHaveValue('')
    expect(await screen.findByTitle('The email, in light colours')).toBeVisible()
  })

  test('to people who have had everything says that no email goes out', async () => {
    const empty = aSend({ state: 'done', edition: null })
    show({
      [sendCall]: { body: { message: 'ok', send: 'send-1' } },
      [oneCall]: { body: empty },
      [latestCall]: { body: [{ ...empty, id: 'send-0' }] },
    })
    fill('Code', 'letmesend')
    fill('Environment', 'prod')
    press('Send to all subscribers')
    expect(await screen.findByText('There was nothing new for anyone, so no email goes out.')).toBeVisible()
    expect(await screen.findByText(/^Done, nothing new for anyone, /)).toBeVisible()
    expect(screen.queryByText(/0 of 0/)).toBeNull()
  })

  test('a test is the first choice, and says who gets it', async () => {
    show({
      [sendCall]: { body: { message: 'ok', send: 'send-1' } },
      [oneCall]: { body: aSend({ state: 'done', env: 'test' }, { recipients: 1, sent: 1 }) },
    })
    fill('Code', 'letmesend')
    press('Send a test to me')
    expect(await screen.findByText('This is a test. It goes only to you.')).toBeVisible()
    expect(screen.queryByText('Read the public copy')).toBeNull()
  })

  test('goes out once, however often the button is pressed', async () => {
    const calls = show({ [sendCall]: { body: { message: 'ok', send: 'send-1' } }, [oneCall]: { body: aSend() } })
    fill('Code', 'letmesend')
    const submit = screen.getByRole('button', { name: 'Send a test to me' })
    fireEvent.click(submit)
    fireEvent.click(submit)
    expect(await screen.findByText('Emails are being sent to all the subscribers!')).toBeVisible()
    expect(calls.filter(({ path }) => path === '/api/newsletters/send')).toHaveLength(1)
  })

  test('to everyone is asked once more, and nothing goes out without a yes', async () => {
    const calls = show({ [previewCall]: { body: aPreview({ recipients: 2, paused: 0, receiving: 0 }) } })
    expect(
      await screen.findByText(/^Nobody would get this: the 2 subscribers of this list have had everything/),
    ).toBeVisible()
    agrees = false
    fill('Code', 'letmesend')
    fill('Environment', 'prod')
    press('Send to all subscribers')
    await waitFor(() => expect(questions).toHaveLength(1))
    expect(questions[0]).toMatch(/^Nobody would get this now\./)
    expect(screen.getByLabelText('Code')).toHaveValue('letmesend')
    expect(screen.queryByText('Something went wrong!')).toBeNull()
    expect(calls.some(({ path }) => path === '/api/newsletters/send')).toBe(false)
  })

  test('needs the code', async () => {
    const calls = show()
    press('Send a test to me')
    expect(await screen.findByText('Please enter the code.')).toBeVisible()
    expect(calls.some(({ path }) => path === '/api/newsletters/send')).toBe(false)
  })

  test('a refusal shows that something went wrong, what the server says, and goes with the form', async () => {
    const refusal = { status: 409, body: { detail: 'This list has already been sent for 2026-W48.' } }
    show({ [sendCall]: refusal, [oneCall]: { body: aSend() }, [latestCall]: { body: [] } })
    fill('Code', 'letmesend')
    press('Send a test to me')
    const notice = await screen.findByRole('alert')
    expect(within(notice).getByText('Something went wrong!')).toBeVisible()
    expect(within(notice).getByText('This list has already been sent for 2026-W48.')).toBeVisible()
    expect(screen.getByLabelText('Code')).toHaveValue('letmesend')
  })

  test('no answer: something went wrong as well; a wrong code is shown at its field', async () => {
    show({ [sendCall]: new Error('no network') })
    fill('Code', 'letmesend')
    press('Send a test to me')
    expect(await screen.findByText('Something went wrong!')).toBeVisible()

    answerByPath({
      [sendCall]: { status: 400, body: { detail: 'Please check.', fields: { code: 'That code is wrong.' } } },
    })
    press('Send a test to me')
    expect(await screen.findByText('That code is wrong.')).toBeVisible()
    expect(screen.getByText('Something went wrong!')).toBeVisible()
  })
})

describe('the latest sends', () => {
  test('say how each ended, and show one on demand', async () => {
    const waiting = aSend(
      { state: 'paused', paused_by: 'no_answer', created_by: null },
      { recipients: 9, sent: 4, queued: 5 },
    )
    show({ [latestCall]: { body: [waiting] }, [oneCall]: { body: waiting } })
    expect(await screen.findByText(/^Waiting for the mail server, 4 of 9 emails sent/)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: /^Show: Fiction, weekly/ }))
    expect(await screen.findByRole('heading', { name: 'Fiction, weekly, 2026-W48' })).toBeVisible()
    await pressByKey('Close')
    expect(screen.queryByRole('heading', { name: 'Fiction, weekly, 2026-W48' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Latest sends' })).toHaveFocus()
  })

  test('of an administrator are shown again after a reload while they are under way', async () => {
    const underWay = aSend({ state: 'sending' }, { recipients: 9, sent: 4, queued: 5 })
    show({ [latestCall]: { body: [underWay] }, [oneCall]: { body: underWay } })
    expect(await screen.findByRole('heading', { name: 'Fiction, weekly, 2026-W48' })).toBeVisible()
    expect(await screen.findByText('4 of 9 emails done (44%)')).toBeVisible()
    press('Close')
    expect(screen.queryByRole('heading', { name: 'Fiction, weekly, 2026-W48' })).toBeNull()
  })

  test('go on with the earlier ones, and lose none when a new one comes in the meantime', async () => {
    const named = (id: string) => ({ ...aSend(), id, about: `Send ${id}` })
    const link = (cursor: string) => `</api/x?cursor=${cursor}>; rel="next"`
    const answers: Parameters<typeof answerByPath>[0] = {
      [previewCall]: { body: aPreview() },
      [latestCall]: { body: [named('4'), named('3')], link: link('a') },
      [`${latestCall}&cursor=a`]: { body: [named('2')], link: link('b') },
      [`${latestCall}&cursor=b`]: { body: [named('1')] },
    }
    answerByPath(answers)
    render(<SendScreen categories={categories} />)
    const names = () => screen.queryAllByText(/^Send \d$/).map(({ textContent }) => textContent)
    await waitFor(() => expect(names()).toEqual(['Send 4', 'Send 3']))
    press('Show earlier')
    await waitFor(() => expect(names()).toEqual(['Send 4', 'Send 3', 'Send 2']))
    answers[latestCall] = { body: [named('5'), named('4')], link: link('a2') }
    await act(() => askAgain('GET /newsletters/sends', latestInput))
    await waitFor(() => expect(names()).toEqual(['Send 5', 'Send 4', 'Send 3', 'Send 2']))
    press('Show earlier')
    await waitFor(() => expect(names()).toEqual(['Send 5', 'Send 4', 'Send 3', 'Send 2', 'Send 1']))
    expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
  })

  test('none yet', async () => {
    show()
    expect(await screen.findByText('Nothing has been sent yet.')).toBeVisible()
  })
})
