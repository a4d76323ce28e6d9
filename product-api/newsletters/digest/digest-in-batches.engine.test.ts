import type { BulkTransport, Lane } from '#platform/mail/bulk/bulk-transport.ts'
import { dayMs, passTime } from '#testing/accounts.ts'
import { api, withApi } from '#testing/api.ts'
import { aStory } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'
import { createSender } from '../delivery/deliver-mails.ts'
import { finishSends } from '../delivery/finish-sends.ts'
import { sendDigests } from './send-digests.ts'

withApi()

/** More than are written down in one transaction. */
const due = 800

const sends = async () => (await api().pool.query('select state, queued, sent from sends')).rows
const recipients = async () =>
  (await api().pool.query('select state, count(*)::int as count from send_recipients group by state')).rows

/** Confirmed readers of one list, whose morning has come. */
async function dueReaders(count: number): Promise<void> {
  await aSubscriber({ category: 'fiction', frequency: 'daily' })
  const { pool } = api()
  await pool.query(
    `insert into subscribers (id, email, created_at)
     select gen_random_uuid(), 'r' || n || '@y.test', now() - interval '9 days' from generate_series(2, $1::int) as n`,
    [count],
  )
  await pool.query(
    `insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, created_at)
     select gen_random_uuid(), gen_random_uuid(), s.id, 'fiction', 'daily', s.created_at, s.created_at, s.created_at
     from subscribers s where not exists (select from subscriptions where subscriber_id = s.id)`,
  )
  await sendDigests(api().context)
  await aStory({ category: 'fiction', publishedAt: api().context.now() })
  passTime(dayMs)
}

/** Sends as a process of its own does, for as long as `others` take and then until nothing is left. */
async function sendBeside(others: Promise<unknown>): Promise<number> {
  const { context } = api()
  let taken = 0
  const deliver: Lane['deliver'] = async (_mail, begin) => {
    if (await begin()) taken++
    return { kind: 'taken', text: '250 OK' } as const
  }
  const transport: BulkTransport = { lanes: 10, openLane: () => ({ deliver, close: () => undefined }) }
  const faults: unknown[] = []
  const onFault = (fault: unknown) => void faults.push(fault)
  const sender = createSender({ context, settings: context.newsletters, transport, onFault })
  let isOver = false
  const ended = others.finally(() => {
    isOver = true
  })
  do {
    await finishSends(context, context.newsletters)
    await sender.drain()
  } while (!isOver)
  await ended
  await finishSends(context, context.newsletters)
  await sender.drain()
  await finishSends(context, context.newsletters)
  expect(faults).toEqual([])
  return taken
}

test('a digest to more than one batch reaches everyone while a sender sends what is there', async () => {
  await dueReaders(due)
  const taken = await sendBeside(sendDigests(api().context))
  expect(await recipients()).toEqual([{ state: 'sent', count: due }])
  expect(await sends()).toEqual([{ state: 'done', queued: 0, sent: due }])
  expect(taken).toBe(due)
})

test('what is left in the queue of a send that ended goes out', async () => {
  await dueReaders(2)
  await sendDigests(api().context)
  await api().pool.query("update sends set state = 'done', ended_at = now()")
  expect(await newsletters()).toHaveLength(2)
  expect(await sends()).toEqual([{ state: 'done', queued: 0, sent: 2 }])
})
