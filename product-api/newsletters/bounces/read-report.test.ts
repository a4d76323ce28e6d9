import fc from 'fast-check'
import { aBounce, aComplaint, deliveryStatus, message } from '#testing/reports.ts'
import { readReport, reportMostBytes } from './read-report.ts'

const to = 'bounces+token@mail.example.com'

describe('a delivery report', () => {
  test('says what was refused, why and for whom', async () => {
    const original = 'Return-Path: <bounces+other@mail.example.com>\nMessage-ID: <1.2@example.com>'
    expect(await readReport(aBounce({ to, original }))).toEqual({
      ...{ kind: 'bounce', refusal: 'hard', status: '5.1.1', diagnostic: '550 5.1.1 No such user' },
      ...{ recipient: 'reader-0@example.org', messageId: '<1.2@example.com>' },
      returnPaths: [to, 'bounces+other@mail.example.com'],
    })
  })

  test('of several recipients is about the one that failed', async () => {
    const raw = message(to, 'delivery-status', [
      [
        'message/delivery-status',
        deliveryStatus([
          { action: 'delivered', status: '2.0.0', diagnostic: 'smtp; 250 ok' },
          { action: 'failed (expired)', status: '4.4.7 (too long)', diagnostic: 'smtp; 421\n no answer' },
        ]),
      ],
    ])
    expect(await readReport(raw)).toMatchObject({
      ...{ refusal: 'soft', status: '4.4.7', diagnostic: '421 no answer', recipient: 'reader-1@example.org' },
    })
  })

  test.each(['delayed', 'delivered', 'relayed', 'expanded'])('that says %s is none', async (action) => {
    expect(await readReport(aBounce({ action }))).toBeUndefined()
  })

  test('is read without a status or a diagnostic', async () => {
    const raw = message(to, 'delivery-status', [['message/delivery-status', 'Reporting-MTA: x\n\nAction: failed']])
    expect(await readReport(raw)).toMatchObject({ kind: 'bounce', refusal: 'soft', status: '', returnPaths: [to] })
  })
})

describe('a complaint', () => {
  test('names the return address and the email that it is about', async () => {
    const fields = 'Original-Mail-From: <bounces+token@mail.example.com>\nOriginal-Rcpt-To: <a@example.org>'
    expect(await readReport(aComplaint(fields, { original: 'Message-ID: <1.2@example.com>' }))).toEqual({
      ...{ kind: 'complaint', feedbackType: 'abuse', recipient: 'a@example.org', messageId: '<1.2@example.com>' },
      returnPaths: ['bounces+token@mail.example.com', 'fbl@example.com'],
    })
  })

  test.each(['auth-failure', 'not-spam', 'dmarc', ''])('of the kind %j is none', async (type) => {
    expect(await readReport(aComplaint('', { type }))).toBeUndefined()
  })
})

test.each([
  ['an automatic reply', 'From: a@example.org\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\n550 5.1.1 away'],
  ['an empty message', ''],
  ['what is no message', '\0\x01\xff'],
  ['what is too deep', 'Content-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(3_000)],
  ['what is too large', `Subject: a\r\n\r\n${'a'.repeat(reportMostBytes)}`],
])('of %s reads nothing', async (_, raw) => {
  expect(await readReport(Buffer.from(raw))).toBeUndefined()
})

test('never throws, whatever the message is', async () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom('Action: failed', 'Status: 5.1.1', '\r\n\r\n', 'Feedback-Type: abuse'),
  )
  const content = fc.array(part, { maxLength: 12 }).map((parts) => parts.join('\n'))
  const type = fc.constantFrom('message/delivery-status', 'message/feedback-report', 'message/rfc822', 'text/plain')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(type, content), { maxLength: 4 }), async (parts) => {
      await readReport(message(to, 'delivery-status', parts))
    }),
    { numRuns: 300 },
  )
})
