import { fireEvent, render, screen } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { AuditList } from './audit-list.tsx'

beforeEach(forgetAnswers)

const suspended: AuditEntry = {
  ...{ _id: '1', at: '2026-01-02T03:04:05.000Z', action: 'user_suspended', sentence: 'Suspended the account: spam.' },
  ...{ actor: { uuid: 'root', name: 'Root' }, person: { uuid: 'ada', name: 'Ada' }, email: 'ada@example.com' },
  ...{ address: '192.0.2.1', device: 'Firefox on Windows' },
}
const refused: AuditEntry = { ...suspended, _id: '2', sentence: 'Failed to log in.', actor: null, device: '' }

test('says who did what to whom, when and from where', async () => {
  answerCalls({ body: [suspended, refused] })
  render(<AuditList />)
  const [row, other] = await screen.findAllByRole('listitem')
  expect(row?.textContent).toMatch(
    /^Suspended the account: spam\.By Root, to Ada \(ada@example\.com\)2 January 2026.*from 192\.0\.2\.1, Firefox on Windows$/,
  )
  expect(other?.textContent).toContain('By someone who wasn’t logged in, to Ada')
})

test('shows what matches the filter, by whole days of this device', async () => {
  const calls = answerCalls({ body: [suspended] }, { body: [] })
  render(<AuditList />)
  await screen.findByRole('listitem')
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fill('Person', ' ada ')
  fill('What was done', 'role_changed')
  fill('First day', '2026-01-02')
  fill('Last day', '2026-01-02')
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByText('No entries match this search.')).toBeTruthy()
  const query = new URL(calls[1]?.path ?? '', 'http://localhost').searchParams
  expect([query.get('person'), query.get('action')]).toEqual(['ada', 'role_changed'])
  expect(query.get('from')).toBe(new Date('2026-01-02T00:00').toISOString())
  expect(query.get('until')).toBe(new Date('2026-01-03T00:00').toISOString())
})

test('says what will be here if nothing has been done yet', async () => {
  answerCalls({ body: [] })
  render(<AuditList />)
  expect(await screen.findByText('No entries yet. Logins and changes appear here.')).toBeTruthy()
})
