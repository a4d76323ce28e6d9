import { randomUUID } from 'node:crypto'
import type { Answer } from '#platform/mail/bulk/bulk-transport.ts'
import { hourMs, minuteMs, passTime, stopClock } from '#testing/accounts.ts'
import { api, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anApprovedAuthor, aStory } from '#testing/factories.ts'
import { aSubscriber, newsletterSender, newsletters } from '#testing/newsletters.ts'
import { type Claimed, claimBatch, claimDue } from './claim-batch.ts'
import { finishSends } from './finish-sends.ts'
import { recordResults } from './record-results.ts'

withApi()

const rows = async () =>
  (await api().pool.query('select state, tries, reason, is_last_try from send_recipients order by subscriber_id')).rows
const sends = async () => (await api().pool.query('select * from sends')).rows[0]
const answering = (kind: Answer['kind'], code = 450) => ({
  answer: () => ({ kind, code, text: `${code} no` }) as Answer,
})

/** A story that waits to be mailed to so many. */
async function waiting(count = 1): Promise<void> {
  const by = await anApprovedAuthor()
  for (let each = 0; each < count; each++) await aSubscriber({ following_author: by.id })
  await aStory({ by, sendNewsletter: true })
  await mails()
}

describe('what a mail server answers', () => {
  test('taken: sent, once', async () => {
    await waiting(2)
    expect(await newsletters()).toHaveLength(2)
    expect(await rows()).toEqual(Array(2).fill(expect.objectContaining({ state: 'sent', tries: 1 })))
    expect(await newsletters()).toEqual([])
    expect(await sends()).toMatchObject({ state: 'done', sent: 2, queued: 0, sending: 0 })
  })

  test('4xx: tried again after a pause that grows, and given up in the end', async () => {
    await waiting()
    await newsletters(answering('later'))
    expect(await rows()).toEqual([expect.objectContaining({ state: 'queued', tries: 1 })])
    expect(await newsletters()).toEqual([])
    for (let tries = 2; tries <= 8; tries++) {
      passTime(17 * hourMs)
      await newsletters(answering('later'))
    }
    expect(await rows()).toEqual([expect.objectContaining({ state: 'queued', tries: 8 })])
    passTime(17 * hourMs)
    await newsletters(answering('later'))
    expect(await rows()).toEqual([expect.objectContaining({ state: 'failed', reason: 'gave_up', tries: 9 })])
    expect(await sends()).toMatchObject({ state: 'done', failed: 1 })
  })

  test.each(['taken', 'later', 'refused', 'uncertain', 'no_answer'] as const)(
    'whatever bytes it says, they are written down: %s',
    async (kind) => {
      await waiting()
      const text = `550 no\r\n\0${'x'.repeat(292)}\u{1f4ee}`
      await newsletters({ answer: () => ({ kind, code: 550, text, command: 'DATA' }) as Answer })
      const { rows: said } = await api().pool.query(
        `select r.state, coalesce(s.pause_answer, r.answer) as answer
         from send_recipients r join sends s on s.id = r.send_id`,
      )
      expect(said[0]).toMatchObject({ answer: expect.stringMatching(/^550 no x+\ufffd$/) })
      expect(said[0].state).not.toBe('sending')
    },
  )

  test('4xx, then taken: sent', async () => {
    await waiting()
    await newsletters(answering('later'))
    passTime(minuteMs)
    expect(await newsletters()).toHaveLength(1)
    expect(await rows()).toEqual([expect.objectContaining({ state: 'sent', tries: 2 })])
  })

  test('5xx: bounced, and not tried again', async () => {
    await waiting()
    await newsletters(answering('refused', 550))
    passTime(24 * hourMs)
    expect(await newsletters()).toEqual([])
    expect(await rows()).toEqual([expect.objectContaining({ state: 'bounced', reason: 'refused' })])
  })

  test('5xx about the emails, again and again: everything waits for an administrator, and no email is lost', async () => {
    await waiting(30)
    const refusing = { ...answering('refused', 554), isAboutUs: true }
    await newsletters(refusing)
    const send = await sends()
    expect(send).toMatchObject({ state: 'paused', paused_by: 'refusals', pause_answer: '554 no' })
    expect(send.bounced).toBe(0)
    passTime(24 * hourMs)
    expect(await newsletters()).toEqual([])
    await api().pool.query("update sends set state = 'sending'")
    expect(await newsletters()).toHaveLength(30)
  })

  test('5xx about the emails, across sends: all of them wait, also one that was done', async () => {
    const refusing = { ...answering('refused', 554), isAboutUs: true }
    await waiting(12)
    const sender = newsletterSender(refusing)
    await sender.turn()
    expect(await sends()).toMatchObject({ state: 'done', bounced: 12 })
    await waiting(12)
    await sender.turn()
    const all = (await api().pool.query('select state, paused_by, bounced, queued from sends')).rows
    expect(all).toEqual(Array(2).fill({ state: 'paused', paused_by: 'refusals', bounced: 0, queued: 12 }))
    await api().pool.query("update sends set state = 'sending', paused_by = null")
    expect(await newsletters()).toHaveLength(24)
  })

  test('none at all: counts against no recipient, and the send waits until the server may be back', async () => {
    await waiting(30)
    await newsletters(answering('no_answer'))
    expect(await rows()).toEqual(Array(30).fill(expect.objectContaining({ state: 'queued', tries: 0 })))
    expect(await sends()).toMatchObject({ state: 'paused', paused_by: 'no_answer', pause_answer: '450 no' })
    expect(await newsletters()).toEqual([])
    passTime(5_000)
    expect(await newsletters()).toHaveLength(30)
    expect(await sends()).toMatchObject({ state: 'done', paused_by: null, sent: 30 })
  })

  test('cut off after the message: uncertain, sent again after a minute, and then left', async () => {
    await waiting()
    await newsletters(answering('uncertain'))
    expect(await rows()).toEqual([expect.objectContaining({ state: 'uncertain', is_last_try: false })])
    expect(await newsletters()).toEqual([])
    passTime(minuteMs)
    await newsletters(answering('uncertain'))
    passTime(hourMs)
    expect(await newsletters()).toEqual([])
    expect(await rows()).toEqual([expect.objectContaining({ state: 'uncertain', is_last_try: true })])
    expect(await sends()).toMatchObject({ state: 'done', uncertain: 1 })
  })

  test('cut off after the message, when nothing may go out twice: uncertain for good', async () => {
    await waiting()
    await newsletters({ ...answering('uncertain'), uncertain: 'leave' })
    passTime(hourMs)
    expect(await newsletters({ uncertain: 'leave' })).toEqual([])
    expect(await sends()).toMatchObject({ state: 'done', uncertain: 1 })
  })
})

test('a stopped sender gives back everything it claimed and did not send, also a batch being claimed', async () => {
  await waiting(60)
  for (const after of [1, 9, 10, 17]) {
    const stopping = new AbortController()
    let mail = 0
    await newsletters({
      until: stopping.signal,
      answer: () => {
        if (++mail === after) stopping.abort()
        return { kind: 'taken', text: '250 OK' }
      },
    })
    expect(await sends()).toMatchObject({ sending: 0 })
  }
})

describe('the recipients that a killed process had claimed', () => {
  async function takenByAnother(): Promise<Claimed> {
    const { context } = api()
    const now = context.now()
    const { id: sendId } = await sends()
    const leaseUntil = new Date(now.getTime() + minuteMs)
    const [claimed] = await claimDue(context.db, { sendId, now, leaseUntil, limit: 1 })
    if (!claimed) throw new Error('Nothing was due')
    return claimed
  }
  const begunByAnother = async () => {
    const { db, now } = api().context
    await recordResults(db, { results: [], sender: { id: randomUUID(), begun: [await takenByAnother()] } }, now())
  }

  test('is left alone until its lease ends, and sent then', async () => {
    await waiting(2)
    await takenByAnother()
    expect(await newsletters()).toHaveLength(1)
    expect(await sends()).toMatchObject({ state: 'sending', sending: 1, sent: 1 })
    passTime(minuteMs + 1)
    expect(await newsletters()).toHaveLength(1)
    expect(await sends()).toMatchObject({ state: 'done', sent: 2 })
  })

  test('and had not begun is sent by the next one, also when nothing may go out twice', async () => {
    await waiting(2)
    for (let kill = 1; kill <= 3; kill++) {
      await takenByAnother()
      passTime(minuteMs + 1)
      await finishSends(api().context, { uncertain: 'leave' })
    }
    expect(await newsletters({ uncertain: 'leave' })).toHaveLength(2)
    expect(await sends()).toMatchObject({ state: 'done', sent: 2, uncertain: 0 })
  })

  test('and had begun is uncertain when nothing may go out twice', async () => {
    await waiting(2)
    await begunByAnother()
    passTime(minuteMs + 1)
    expect(await newsletters({ uncertain: 'leave' })).toHaveLength(1)
    expect(await sends()).toMatchObject({ state: 'done', sent: 1, uncertain: 1 })
    expect(await rows()).toContainEqual(expect.objectContaining({ state: 'uncertain', reason: 'process_ended' }))
  })

  test('and had begun is sent once more, and uncertain if that one is killed too', async () => {
    await waiting()
    await begunByAnother()
    passTime(minuteMs + 1)
    await finishSends(api().context, { uncertain: 'resend' })
    expect(await rows()).toEqual([expect.objectContaining({ state: 'queued', is_last_try: true })])
    await begunByAnother()
    passTime(minuteMs + 1)
    expect(await newsletters()).toEqual([])
    expect(await rows()).toEqual([expect.objectContaining({ state: 'uncertain', reason: 'process_ended' })])
    expect(await sends()).toMatchObject({ state: 'done', uncertain: 1 })
  })

  test('and had begun is not sent a third time if the second try is cut off', async () => {
    await waiting()
    await begunByAnother()
    passTime(minuteMs + 1)
    await newsletters(answering('uncertain'))
    passTime(hourMs)
    expect(await newsletters()).toEqual([])
    expect(await sends()).toMatchObject({ state: 'done', uncertain: 1 })
  })

  test('and had begun stays uncertain in a send that is cancelled', async () => {
    await waiting(2)
    await begunByAnother()
    const { id } = await sends()
    const by = await anAdmin()
    expect((await send('POST', `/newsletters/sends/${id}/cancel`, { as: by.id })).status).toBe(200)
    passTime(minuteMs + 1)
    expect(await newsletters()).toEqual([])
    expect(await sends()).toMatchObject({ state: 'cancelled', cancelled: 1, uncertain: 1, sending: 0 })
  })

  test('is not handed over by a process whose lease has ended meanwhile', async () => {
    await waiting()
    const late: unknown[] = []
    await newsletters({
      beforeHandingOver: async () => {
        // The database was away; then another process finds the lease ended and takes the email.
        passTime(2 * minuteMs + 1)
        await finishSends(api().context, { uncertain: 'resend' })
        await takenByAnother()
      },
      answer: (mail) => {
        late.push(mail)
        return { kind: 'taken', text: '250 OK' }
      },
    })
    expect(late).toEqual([])
    expect(await sends()).toMatchObject({ state: 'sending', sending: 1, sent: 0 })
  })
})

describe('limits', () => {
  // How long the test itself takes is no part of it.
  beforeEach(stopClock)

  /** Makes a story wait to be mailed to so many at one domain, and after them to one at another. */
  async function waitingAtSlowDomain(count: number): Promise<void> {
    const by = await anApprovedAuthor()
    for (let each = 0; each < count; each++)
      await aSubscriber({ email: `a${each}@slow.example`, following_author: by.id })
    await aSubscriber({ email: 'b@quick.example', following_author: by.id })
    await aStory({ by, sendNewsletter: true })
  }

  test('of a second apply to all sends together', async () => {
    await waiting(12)
    const limits = { perSecond: 5, perDomain: new Map(), warmUp: [] }
    expect(await newsletters({ limits })).toHaveLength(5)
    expect(await newsletters({ limits })).toHaveLength(0)
    passTime(1_000)
    expect(await newsletters({ limits })).toHaveLength(5)
    passTime(1_000)
    expect(await newsletters({ limits })).toHaveLength(2)
  })

  test('of a second are not saved up while nothing is sent', async () => {
    await waiting(12)
    const limits = { perSecond: 5, perDomain: new Map(), warmUp: [] }
    expect(await newsletters({ limits })).toHaveLength(5)
    passTime(minuteMs)
    expect(await newsletters({ limits })).toHaveLength(5)
  })

  test('of a second survive any number of restarts, for as long as it takes', async () => {
    await waiting(40)
    const limits = { perSecond: 2, perDomain: new Map(), warmUp: [] }
    const { id: sendId } = await sends()
    const got: string[] = []
    for (let second = 0; second < 300 && got.length < 40; second++) {
      const now = api().context.now()
      if (second % 3 === 1) {
        // A process that was killed with what it had taken.
        const leaseUntil = new Date(now.getTime() + minuteMs)
        await claimBatch(api().context.db, limits, { sendId, now, leaseUntil, limit: 10 })
      }
      const mails = await newsletters({ limits })
      expect(mails.length).toBeLessThanOrEqual(second % 3 === 1 ? 0 : 2)
      got.push(...mails.map(({ to }) => to))
      passTime(1_000)
    }
    expect(new Set(got).size).toBe(40)
    expect(got).toHaveLength(40)
    expect(await sends()).toMatchObject({ state: 'done', sent: 40 })
  })

  test('of a domain delay that one and no other', async () => {
    await waitingAtSlowDomain(6)
    const limits = { perSecond: undefined, perDomain: new Map([['slow.example', 1]]), warmUp: [] }
    const first = (await newsletters({ limits })).map(({ to }) => to)
    expect(first).toContain('b@quick.example')
    expect(first).toHaveLength(3)
    let others = 0
    for (let second = 0; second < 5; second++) {
      passTime(1_000)
      const now = (await newsletters({ limits })).length
      expect(now).toBeLessThanOrEqual(1)
      others += now
    }
    expect(others).toBe(4)
  })

  test('of a large domain keep no recipient of another one waiting', async () => {
    // More than are taken in one go.
    await waitingAtSlowDomain(20)
    const limits = { perSecond: undefined, perDomain: new Map([['slow.example', 0.001]]), warmUp: [] }
    expect((await newsletters({ limits })).map(({ to }) => to)).toContain('b@quick.example')
  })

  test('of the warm-up grow by the days on which something was sent', async () => {
    await waiting(9)
    const limits = { perSecond: undefined, perDomain: new Map(), warmUp: [2, 4] }
    expect(await newsletters({ limits })).toHaveLength(2)
    expect(await newsletters({ limits })).toHaveLength(0)
    passTime(24 * hourMs)
    expect(await newsletters({ limits })).toHaveLength(4)
    passTime(24 * hourMs)
    expect(await newsletters({ limits })).toHaveLength(3)
  })
})

test('the counts of a send are those of its recipients, whatever is done to them', async () => {
  await waiting(20)
  const kinds = ['taken', 'later', 'refused', 'uncertain'] as const
  let mail = 0
  await newsletters({ answer: () => ({ kind: kinds[mail++ % 4], code: 450, text: 'so' }) as Answer })
  passTime(minuteMs)
  await newsletters({ answer: () => ({ kind: kinds[mail++ % 3], code: 450, text: 'so' }) as Answer })
  const { rows: counted } = await api().pool.query('select state, count(*)::int from send_recipients group by state')
  const send = await sends()
  for (const { state, count } of counted) expect({ state, count: send[state] }).toEqual({ state, count })
  const states = ['queued', 'sending', 'sent', 'uncertain', 'bounced', 'failed', 'left_out', 'cancelled']
  expect(states.reduce((sum, state) => sum + send[state], 0)).toBe(20)
})
