import { randomUUID } from 'node:crypto'
import { transaction } from '#platform/db/transaction.ts'
import { moveSubscriber } from '#subscriptions/change-subscriber-email.ts'
import { dayMs, minuteMs, passTime } from '#testing/accounts.ts'
import { api, withApi } from '#testing/api.ts'
import { aBounce, aComplaint, aSentMail, bounceAddress } from '#testing/reports.ts'
import { recordRefusal, recordReport } from './record-bounce.ts'

withApi()

type SentMail = Awaited<ReturnType<typeof aSentMail>>

const report = (raw: Buffer, recipients: string[] = [], isTrusted = false) =>
  recordReport(api().context, { raw, recipients, isTrusted })
const rows = async (question: string) => (await api().pool.query(question)).rows
const suppressions = () => rows('select email, reason, detail, send_id from suppressions')
const ledger = () => rows('select state, reason, answer from send_recipients order by subscriber_id')
const live = async () => (await rows('select category from subscriptions where ended_at is null')).length
const figures = async ({ sendId }: SentMail) =>
  (await rows(`select sent, bounced from sends where id = '${sendId}'`))[0]

test('a hard bounce marks the recipient and suppresses the address; twice changes nothing more', async () => {
  const mail = await aSentMail()
  for (const expected of ['recorded', 'ignored']) {
    expect(await report(aBounce(), [mail.returnPath.toUpperCase()])).toBe(expected)
    expect(await ledger()).toEqual([{ state: 'bounced', reason: 'hard', answer: '550 5.1.1 No such user' }])
    expect(await figures(mail)).toEqual({ sent: 0, bounced: 1 })
    expect(await suppressions()).toEqual([
      { email: mail.email, reason: 'hard_bounce', detail: '550 5.1.1 No such user', send_id: mail.sendId },
    ])
  }
  expect(await live()).toBe(2)
})

test('the return path may be in the report alone', async () => {
  const mail = await aSentMail()
  expect(await report(aBounce({ to: mail.returnPath }))).toBe('recorded')
})

test('soft bounces suppress on the fifth day within thirty', async () => {
  const first = await aSentMail()
  const soft = aBounce({ status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' })
  for (let day = 1; day <= 5; day++) {
    expect(await suppressions()).toEqual([])
    const { returnPath } = day === 1 ? first : await aSentMail(first.email, first.subscriberId)
    await report(soft, [returnPath])
    await report(soft, [returnPath])
    passTime(dayMs)
    // The same report a day later is no further day.
    await report(soft, [returnPath])
  }
  expect(await suppressions()).toEqual([expect.objectContaining({ reason: 'soft_bounces' })])
  expect(new Set((await ledger()).map(({ reason }) => reason))).toEqual(new Set(['soft']))
})

test('a refusal that is about us marks the recipient and suppresses no address', async () => {
  const { returnPath } = await aSentMail()
  await report(aBounce({ status: '5.7.1', diagnostic: 'smtp; 554 5.7.1 spam' }), [returnPath])
  expect(await ledger()).toEqual([expect.objectContaining({ state: 'bounced', reason: 'policy' })])
  expect(await suppressions()).toEqual([])
})

test('a complaint suppresses the address and ends its subscriptions, also after a bounce; twice changes nothing more', async () => {
  const mail = await aSentMail()
  await report(aBounce(), [mail.returnPath])
  const complaint = aComplaint(`Original-Mail-From: <${mail.returnPath}>`)
  expect([await report(complaint), await report(complaint)]).toEqual(['recorded', 'ignored'])
  expect(await ledger()).toEqual([{ state: 'bounced', reason: 'complaint', answer: 'Complaint: abuse' }])
  expect(await suppressions()).toEqual([expect.objectContaining({ email: mail.email, reason: 'complaint' })])
  expect(await live()).toBe(0)
  expect(await figures(mail)).toEqual({ sent: 0, bounced: 1 })
})

test('a Message-ID names the email for an authenticated sender only', async () => {
  const { messageId } = await aSentMail()
  const complaint = aComplaint('', { original: `Message-ID: ${messageId}` })
  expect(await report(complaint)).toBe('ignored')
  expect(await live()).toBe(2)
  expect(await report(complaint, [], true)).toBe('recorded')
  expect(await live()).toBe(0)
})

test('an unproven report changes nothing', async () => {
  const [mail, other] = [await aSentMail(), await aSentMail('other@example.org')]
  const cut = mail.returnPath.replace(/.@/, (end) => (end === 'a@' ? 'e@' : 'a@'))
  const mixed = `bounces+${mail.returnPath.slice(8, 16)}${other.returnPath.slice(16)}`
  const wrong = [bounceAddress, cut, mixed, 'bounces+x@mail.example.com', '', 'a'.repeat(9_000)]
  expect(await report(aBounce(), wrong)).toBe('ignored')
  expect(await report(aComplaint(`Original-Mail-From: ${mixed}\nMessage-ID: ${mail.messageId}`), wrong)).toBe('ignored')
  expect(await report(aBounce({ action: 'delayed' }), [mail.returnPath])).toBe('ignored')
  expect(await report(Buffer.from('Subject: Out of office\r\n\r\nBack on Monday'), [mail.returnPath])).toBe('ignored')
  expect((await ledger()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(await suppressions()).toEqual([])
})

describe('reports about a subscriber who has changed the address since', () => {
  const move = (from: string, to: string) => {
    const { context } = api()
    passTime(minuteMs)
    return transaction(context.db, (tx) => moveSubscriber(context, tx, { from, to }))
  }

  test.each(['me@new.example', 'i@old.example'])('a bounce does not suppress the new one, %s', async (to) => {
    const { returnPath } = await aSentMail('me@old.example')
    await move('me@old.example', to)
    expect(await report(aBounce(), [returnPath])).toBe('recorded')
    expect(await suppressions()).toEqual([])
  })

  test.each(['me@new.example', 'i@old.example'])('a complaint ends nothing at the new one, %s', async (to) => {
    const { returnPath, subscriberId } = await aSentMail('me@old.example')
    await move('me@old.example', to)
    expect(await report(aComplaint(''), [returnPath])).toBe('recorded')
    expect(await suppressions()).toEqual([])
    expect(await live()).toBe(2)
    // An email to the new address counts for the new address.
    const later = await aSentMail(to, subscriberId)
    expect(await report(aComplaint(''), [later.returnPath])).toBe('recorded')
    expect(await suppressions()).toEqual([expect.objectContaining({ email: to, reason: 'complaint' })])
    expect(await live()).toBe(0)
  })
})

test('marks only the recipient if the subscriber was deleted', async () => {
  const { subscriberId, returnPath } = await aSentMail()
  await api().pool.query('delete from subscribers where id = $1', [subscriberId])
  expect(await report(aBounce(), [returnPath])).toBe('recorded')
  expect(await suppressions()).toEqual([])
})

test('hostile words of a report are kept as one line of at most 300 characters', async () => {
  const { returnPath } = await aSentMail()
  await report(aBounce({ diagnostic: `smtp; 550 a\0b\x1b ${'🦊'.repeat(400)}` }), [returnPath])
  const [{ answer }] = await ledger()
  expect(answer.length).toBeLessThanOrEqual(300)
  expect(answer).not.toMatch(/\p{Cc}/u)
})

describe('a refusal at the moment of sending', () => {
  const refuse = (code: number, text: string) =>
    transaction(api().context.db, (tx) =>
      recordRefusal(api().context, tx, { email: 'Reader@example.org', code, text, sendId: randomUUID() }),
    )

  test('suppresses by the same rules', async () => {
    expect(await refuse(554, '5.7.1 blocked')).toBe('policy')
    expect(await refuse(552, 'mailbox full')).toBe('soft')
    expect(await suppressions()).toEqual([])
    expect(await refuse(550, 'user unknown')).toBe('hard')
    expect(await suppressions()).toEqual([expect.objectContaining({ reason: 'hard_bounce', detail: 'user unknown' })])
  })
})
