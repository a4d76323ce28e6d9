import { type Candidate, readColumns, readRow, readTime } from './read-row.ts'

const now = new Date('2026-11-23T12:00:00Z')
const read = (row: Record<string, string>) => readRow(Object.values(row), readColumns(Object.keys(row)), now)
const candidate = (row: Record<string, string>): Candidate => {
  const found = read(row)
  if (found.kind !== 'candidate') throw new Error(JSON.stringify(found))
  return found.candidate
}

test('knows the columns of Mailchimp, Substack, Ghost, listmonk and our own', () => {
  const used = (...header: string[]) => readColumns(header).used
  const mailchimp = [
    'Email Address',
    'First Name',
    'OPTIN_TIME',
    'CONFIRM_TIME',
    'CONFIRM_IP',
    'TIMEZONE',
    'UNSUB_TIME',
  ]
  expect(readColumns(mailchimp)).toMatchObject({
    used: { email: 'Email Address', proof: 'CONFIRM_TIME', timeZone: 'TIMEZONE', endedAt: 'UNSUB_TIME' },
    unused: ['First Name', 'OPTIN_TIME', 'CONFIRM_IP'],
  })
  expect(used('email', 'active_subscription', 'email_disabled', 'created_at')).toEqual({
    ...{ email: 'email', isStopped: 'email_disabled' },
  })
  expect(used('id', 'email', 'name', 'subscribed_to_emails', 'deleted_at')).toEqual({
    ...{ email: 'email', isSubscribed: 'subscribed_to_emails', endedAt: 'deleted_at' },
  })
  expect(used('uuid', 'email', 'name', 'attributes', 'status')).toEqual({ email: 'email', status: 'status' })
  expect(used('email', 'status', 'confirmed_at', 'time_zone', 'ended_at', 'suppressed')).toEqual({
    ...{ email: 'email', status: 'status', proof: 'confirmed_at', timeZone: 'time_zone', endedAt: 'ended_at' },
    suppressed: 'suppressed',
  })
})

test.each([
  ['a@example.com\r\nBcc: b@example.com'],
  ['a@example.com,b@example.com'],
  ['"a b"@example.com'],
  ['a@example.com (comment)'],
  ['A <a@example.com>'],
  ['a@exam\u202eple.com'],
  ['а@example.com'],
  ['a@example.com\0'],
  ['a@example'],
  [`${'a'.repeat(8_000)}@example.com`],
  [''],
])('refuses %j as an address', (email) => {
  const row = read({ email })
  expect(row).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\.$/) })
  if (row.kind === 'refused') expect(row.email).toMatch(/^[^\p{Cc}\p{Cf}]{0,254}$/u)
})

test('takes the domain of another script, and what our own export has marked', () => {
  expect(candidate({ email: ' a@bücher.example ' }).email).toBe('a@xn--bcher-kva.example')
  expect(candidate({ email: "'+a@example.com" }).email).toBe('+a@example.com')
})

test.each([
  { status: 'unsubscribed' },
  { status: 'Blocklisted' },
  { status: 'cleaned' },
  { subscribed_to_emails: 'false' },
  { email_disabled: 'true' },
  { UNSUB_TIME: '2024-01-01 00:00:00' },
  { deleted_at: 'x' },
  { suppressed: 'complaint' },
])('is not subscribed: %j', (columns) => {
  expect(read({ email: 'a@example.com', ...columns }).kind).toBe('not_subscribed')
})

test('refuses a status that it does not know', () => {
  expect(read({ email: 'a@example.com', status: 'perhaps' })).toMatchObject({
    ...{ kind: 'refused', reason: 'We don’t know what the status “perhaps” means.' },
  })
})

test('reads a proof and a time zone, and neither of what is none', () => {
  const row = { email: 'a@example.com', CONFIRM_TIME: '2024-05-01 10:20:30', TIMEZONE: 'Europe/Berlin' }
  expect(candidate(row)).toMatchObject({ provenAt: new Date('2024-05-01T10:20:30Z'), timeZone: 'Europe/Berlin' })
  const wrong = candidate({ ...row, CONFIRM_TIME: 'soon', TIMEZONE: 'Mars/Olympus' })
  expect(wrong).toMatchObject({ provenAt: undefined, timeZone: undefined })
  expect(wrong.hint).toContain('“soon”')
  expect(candidate({ ...row, status: 'unconfirmed' }).provenAt).toBeUndefined()
})

test.each([
  ['2024-05-01', '2024-05-01T00:00:00.000Z'],
  ['2024-05-01 10:20', '2024-05-01T10:20:00.000Z'],
  ['2024-05-01T10:20:30.123456Z', '2024-05-01T10:20:30.123Z'],
  ['2024-05-01 10:20:30 +02:00', '2024-05-01T08:20:30.000Z'],
  ['2024-05-01 10:20:30 +0200', '2024-05-01T08:20:30.000Z'],
  ['2024-05-01 10:20:30 UTC', '2024-05-01T10:20:30.000Z'],
  ['2027-01-01', undefined],
  ['1970-01-01', undefined],
  ['2024-13-01', undefined],
  ['05/01/2024', undefined],
  ['', undefined],
])('the time %j is %j', (text, expected) => {
  expect(readTime(text, now)?.toISOString()).toBe(expected)
})
