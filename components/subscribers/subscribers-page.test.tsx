import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { problemBody } from '#contract/problems.ts'
import type { ImportEvent, ImportReport } from '#contract/subscriber-files.ts'
import { UploadRequest, uploadsOfOwn } from '#lib/browser/testing/upload-request.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { ImportForm } from './import-form.tsx'
import { SuppressionList } from './suppression-list.tsx'

beforeAll(uploadsOfOwn)
beforeEach(forgetAnswers)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('the import', () => {
  const figures = { known: 0, ended: 0, suppressed: 0, not_subscribed: 0, duplicates: 0, unused_columns: ['Name'] }
  const report: ImportReport = {
    ...figures,
    ...{ dry_run: true, rows: 3, imported: 2, confirmed: 1, unconfirmed: 1, refused: 1, stopped: null },
    lines: [{ line: 4, email: 'x', reason: 'Please enter a valid email address.' }],
    columns: { email: 'Email Address', proof: 'CONFIRM_TIME' },
  }
  const file = new File(['email'], 'list.csv', { type: 'text/csv' })

  function choose() {
    render(<ImportForm usual="weekly" lists={[{ value: 'fiction', label: 'Fiction' }]} />)
    fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } })
    fireEvent.click(screen.getByLabelText('I confirm that these people asked for it'))
    fireEvent.click(screen.getByLabelText('Every day'))
  }
  const refuse = (status: number, body: unknown) => act(async () => UploadRequest.last.answer(status, body))
  const say = (event: ImportEvent) => act(async () => UploadRequest.last.say(`data: ${JSON.stringify(event)}\n\n`))
  async function answer(found: ImportReport) {
    await say({ kind: 'end', report: found })
    await act(async () => UploadRequest.last.end())
  }

  test('asks for a file', async () => {
    render(<ImportForm usual="weekly" lists={[{ value: 'fiction', label: 'Fiction' }]} />)
    await act(async () => press('Check the file'))
    expect(screen.getByRole('alert').textContent).toContain('Please choose a CSV file.')
  })

  test('checks a file first, and imports it with the same settings on purpose', async () => {
    choose()
    press('Check the file')
    const settings = 'category=fiction&frequency=daily&vouched=true'
    expect(UploadRequest.last.opened[1]).toBe(`/api/newsletters/subscribers/import?${settings}&dry_run=true`)
    expect(UploadRequest.last.sent).toBe(file)
    act(() => UploadRequest.last.upload.onprogress?.({ loaded: 1, total: 4 }))
    expect(screen.getByText('Uploading: 25%')).toBeTruthy()
    await answer(report)
    expect(document.activeElement?.textContent).toBe('Checked, nothing imported yet: list.csv')
    expect(screen.getByText('Line 4')).toBeTruthy()
    expect(screen.getByText(/“Email Address” \(Email\), “CONFIRM_TIME” \(Confirmed on\)/)).toBeTruthy()
    press('Import 2 addresses')
    expect(UploadRequest.last.opened[1]).toBe(`/api/newsletters/subscribers/import?${settings}&dry_run=false`)
    await answer({ ...report, dry_run: false })
    expect(screen.getByText('Imported: list.csv')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  })

  test('shows how far the server has read the file, and what it says if it stops', async () => {
    choose()
    press('Check the file')
    await act(async () => UploadRequest.last.upload.onprogress?.({ loaded: 4, total: 4 }))
    expect(screen.getByText('Reading the file…')).toBeTruthy()
    // Events come in any pieces.
    await act(async () => UploadRequest.last.say(': still here\n\ndata: {"kind":"progress","rows":12'))
    await act(async () => UploadRequest.last.say('000,"share":0.456}\n\n'))
    expect(screen.getByText('Checking: 12,000 lines read (45%)')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Import' })).toHaveProperty('value', 0.456)
    const problem = problemBody('unavailable', 'The disk is full.', 'id')
    await say({ kind: 'problem', problem })
    await act(async () => UploadRequest.last.end())
    expect(screen.getByRole('alert').textContent).toContain('The disk is full.')
  })

  test('says so when the answer breaks off', async () => {
    choose()
    press('Check the file')
    await say({ kind: 'progress', rows: 1000, share: 0.1 })
    await act(async () => UploadRequest.last.end())
    expect(screen.getByRole('alert').textContent).not.toBe('')
    expect(screen.getByRole('button', { name: 'Check the file' })).toBeTruthy()
  })

  test('is sent once, however often one presses', async () => {
    choose()
    press('Check the file')
    await answer(report)
    const button = screen.getByRole('button', { name: 'Import 2 addresses' })
    fireEvent.click(button)
    const sent = UploadRequest.last
    fireEvent.click(button)
    expect(UploadRequest.last).toBe(sent)
  })

  test('forgets what it has checked where something is chosen otherwise', async () => {
    choose()
    press('Check the file')
    await answer(report)
    fireEvent.click(screen.getByLabelText('Every week'))
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  })

  test('says why a file was refused, and where one can’t be read any further', async () => {
    choose()
    press('Check the file')
    await refuse(400, { code: 'bad_request', message: 'This file is UTF-16.' })
    expect(screen.getByRole('alert').textContent).toContain('This file is UTF-16.')
    press('Check the file')
    await answer({ ...report, stopped: { line: 7, reason: 'A quote is not closed.' } })
    expect(screen.getByRole('alert').textContent).toBe(
      'Line 7: A quote is not closed. What stands before it can be imported.',
    )
  })

  test('can be cancelled', async () => {
    choose()
    press('Check the file')
    await act(async () => press('Cancel'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('button', { name: 'Check the file' })).toBeTruthy()
  })
})

describe('the list of suppressed addresses', () => {
  const gone = {
    email: 'gone@example.com',
    reason: 'hard_bounce',
    detail: '550 No such user',
    created_at: '2026-11-23',
  }

  test('shows who gets nothing and why, searches, and takes one off', async () => {
    const calls = answerCalls(
      { body: [gone], link: '</api/x?cursor=next>; rel="next"' },
      { body: [] },
      { body: [gone] },
      {
        body: { message: 'Done.' },
      },
    )
    render(<SuppressionList />)
    expect(await screen.findByText(/The mailbox does not exist.*: 550 No such user/)).toBeTruthy()
    press('Show more')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
    fireEvent.change(screen.getByLabelText('Address starts with'), { target: { value: ' gone ' } })
    press('Search')
    await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
    await pressByKey('Allow newsletters: gone@example.com')
    expect(screen.getByText('No addresses start with “gone”.')).toHaveFocus()
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/newsletters/suppressions',
      'GET /api/newsletters/suppressions?cursor=next',
      'GET /api/newsletters/suppressions?q=gone',
      'DELETE /api/newsletters/suppressions',
    ])
  })

  test('adds an address once, however often the button is pressed', async () => {
    const calls = answerCalls({ body: [] }, { body: { ...gone, reason: 'manual' } })
    render(<SuppressionList />)
    expect(await screen.findByText('Nobody is suppressed. Newsletters go to everyone who wants them.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: gone.email } })
    press('Add')
    press(/^Add/)
    expect(await screen.findByText('gone@example.com gets no more newsletters.')).toBeTruthy()
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('adds one by hand, and says what is wrong with it in place', async () => {
    const refusal = { code: 'bad_request', message: 'No.', fields: { email: 'This email address is too long.' } }
    const manual = { ...gone, reason: 'manual', detail: 'by phone' }
    const calls = answerCalls({ body: [] }, { status: 400, body: refusal }, { body: manual })
    render(<SuppressionList />)
    expect(await screen.findByText('Nobody is suppressed. Newsletters go to everyone who wants them.')).toBeTruthy()
    press('Add')
    expect(await screen.findByText('Please enter an email address.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: gone.email } })
    fireEvent.change(screen.getByLabelText('Why (for other administrators)'), { target: { value: 'by phone' } })
    press('Add')
    expect(await screen.findByText('This email address is too long.')).toBeTruthy()
    press('Add')
    expect(await screen.findByText(/Entered by hand.*: by phone/)).toBeTruthy()
    expect(await screen.findByText('gone@example.com gets no more newsletters.')).toBeTruthy()
    expect(calls.at(-1)?.body).toEqual({ email: gone.email, detail: 'by phone' })
  })

  test('says so when it can’t be loaded', async () => {
    answerCalls({ status: 503, body: { code: 'unavailable', message: 'Please try again in a moment.' } })
    render(<SuppressionList />)
    expect((await screen.findByRole('alert')).textContent).toContain('Please try again')
    answerCalls({ body: [gone] })
    press('Try again')
    expect(await screen.findByText(/The mailbox does not exist/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
