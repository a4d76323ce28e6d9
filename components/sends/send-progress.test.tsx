import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { aSend } from '#components/testing/a-send.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { SendProgress } from './send-progress.tsx'

const oneCall = 'GET /api/newsletters/sends/send-1'
const figures = { recipients: 10, queued: 3, sending: 1, sent: 2, uncertain: 1, bounced: 1, failed: 1, left_out: 1 }

function show(answers: Parameters<typeof answerByPath>[0]) {
  const calls = answerByPath(answers)
  render(<SendProgress id="send-1" onClose={() => {}} />)
  return calls
}
const asked = (calls: ReturnType<typeof answerByPath>) => calls.filter(({ path }) => path.endsWith('/send-1')).length

beforeEach(forgetAnswers)

describe('a send under way', () => {
  test('shows how far it is, and parts that add up', async () => {
    show({ [oneCall]: { body: aSend({}, figures) } })
    expect(await screen.findByText('6 of 10 emails done (60%)')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '6')
    const counts = within(screen.getByRole('table'))
      .getAllByRole('cell')
      .map((cell) => Number(cell.textContent))
    const all = counts.pop()
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all)
    expect(all).toBe(10)
  })

  test('is asked about every two seconds, not while the page is hidden, and no more once it is done', async () => {
    jest.useFakeTimers()
    const answers = { [oneCall]: { body: aSend({}, figures) } }
    const calls = show(answers)
    await act(() => jest.advanceTimersByTimeAsync(100))
    expect(asked(calls)).toBe(1)
    await act(() => jest.advanceTimersByTimeAsync(4_000))
    expect(asked(calls)).toBe(3)

    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await act(() => jest.advanceTimersByTimeAsync(10_000))
    expect(asked(calls)).toBe(3)
    hidden.mockReturnValue(false)
    answers[oneCall] = { body: aSend({ state: 'done' }, { recipients: 10, sent: 10 }) }
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange'))
      await jest.advanceTimersByTimeAsync(100)
    })
    expect(screen.getByText('10 of 10 emails done (100%)')).toBeVisible()
    expect(asked(calls)).toBe(4)
    await act(() => jest.advanceTimersByTimeAsync(20_000))
    expect(asked(calls)).toBe(4)
    expect(screen.queryByRole('button', { name: 'Cancel this send' })).toBeNull()
    hidden.mockRestore()
    jest.useRealTimers()
  })

  test('pauses and resumes', async () => {
    const answers: Parameters<typeof answerByPath>[0] = {
      [oneCall]: { body: aSend({}, figures) },
      [`POST ${oneCall.slice(4)}/pause`]: { body: aSend({ state: 'paused', paused_by: 'operator' }, figures) },
      [`POST ${oneCall.slice(4)}/resume`]: { body: aSend({}, figures) },
    }
    const calls = show(answers)
    await screen.findByRole('button', { name: 'Pause' })
    answers[oneCall] = { body: aSend({ state: 'paused', paused_by: 'operator' }, figures) }
    await pressByKey('Pause')
    expect(screen.getByText(/^Paused\./)).toHaveFocus()
    answers[oneCall] = { body: aSend({}, figures) }
    await pressByKey('Resume')
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible()
    expect(screen.getByText(/^Sending/)).toHaveFocus()
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))).toEqual([
      'pause',
      'resume',
    ])
  })

  test('is cancelled only when that is said twice', async () => {
    const answers = {
      [oneCall]: { body: aSend({}, figures) },
      [`POST ${oneCall.slice(4)}/cancel`]: { body: aSend({ state: 'cancelled' }, figures) },
    }
    const calls = show(answers)
    const asking = jest.spyOn(window, 'confirm').mockReturnValue(false)
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel this send' }))
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    asking.mockReturnValue(true)
    answers[oneCall] = { body: aSend({ state: 'cancelled' }, { recipients: 10, sent: 2, cancelled: 8 }) }
    fireEvent.click(screen.getByRole('button', { name: 'Cancel this send' }))
    expect(await screen.findByRole('status')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Cancelled'))
    asking.mockRestore()
  })

  test('says what it waits for', async () => {
    const paused = { state: 'paused', paused_by: 'no_answer', pause_answer: '421 too busy' } as const
    show({ [oneCall]: { body: aSend({ ...paused, resume_at: '2026-11-23T09:00:00Z' }, figures) } })
    expect(await screen.findByRole('status')).toHaveTextContent(
      /The mail server isn’t accepting emails. It said “421 too busy”. It continues automatically, with the next attempt at 23 Nov/,
    )
  })

  test('says why something cannot be done', async () => {
    show({
      [oneCall]: { body: aSend({}, figures) },
      [`POST ${oneCall.slice(4)}/pause`]: { status: 409, body: { detail: 'It has ended already.' } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    expect(await screen.findByText('It has ended already.')).toBeVisible()
  })
})

describe('a send that is done', () => {
  const done = aSend(
    { state: 'done', reasons: [{ state: 'bounced', reason: 'The mailbox does not exist', count: 2 }] },
    { recipients: 5, sent: 3, bounced: 2 },
  )

  test('says why some did not get it, and leads to the archive', async () => {
    show({ [oneCall]: { body: done } })
    expect(await screen.findByText('2: The mailbox does not exist')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Read the public copy' })).toHaveAttribute('href', '/newsletters/edition-1')
  })

  test('names who did not get it, page by page', async () => {
    const recipient = {
      state: 'bounced',
      reason: 'The mailbox does not exist',
      answer: '550 5.1.1',
      at: done.created_at,
    }
    const list = `GET /api/newsletters/sends/send-1/recipients?state=bounced&limit=50`
    show({
      [oneCall]: { body: done },
      [list]: { body: [{ ...recipient, email: 'a@example.com' }], link: '</x?cursor=next>; rel="next"' },
      [`${list}&cursor=next`]: { body: [{ ...recipient, email: '' }] },
    })
    fireEvent.change(await screen.findByLabelText('Who didn’t get it'), { target: { value: 'bounced' } })
    expect(await screen.findByText('a@example.com')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByText('A deleted subscriber')).toBeVisible()
    expect(screen.getAllByText('“550 5.1.1”')).toHaveLength(2)
  })
})
