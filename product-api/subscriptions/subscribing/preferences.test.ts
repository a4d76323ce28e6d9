import type { Preferences } from '#contract/subscription-schemas.ts'
import { dayMs, hourMs, minuteMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'

withApi()

const email = 'reader@example.com'
const unknown = '11111111-1111-4111-8111-111111111111'
const rows = async (sql: string) => (await api().pool.query(sql)).rows

/** A reader who has confirmed these categories, and the link that the newsletters of one of them carry. */
async function aSubscriber(...categories: string[]): Promise<string> {
  for (const category of categories) await subscribe({ email, category })
  const uuid = /confirmation\/([\w-]{36})$/m.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
  await end('confirm', uuid)
  return (await rows(`select uuid from subscriptions where confirm_uuid = '${uuid}'`))[0].uuid
}

const end = (what: string, uuid: string) =>
  get(`/newsletters/${what}/${uuid}`, { headers: { accept: 'application/json' } })
const ask = (uuid: string) => get(`/newsletters/preferences/${encodeURIComponent(uuid)}`)
const read = async (uuid: string) => (await (await ask(uuid)).json()) as Preferences
const change = (uuid: string, body: object) => send('PUT', `/newsletters/preferences/${uuid}`, { body })
const giveReason = (uuid: string, body: object) => send('POST', `/newsletters/preferences/${uuid}/reason`, { body })
const undo = (uuid: string) => send('POST', `/newsletters/preferences/${uuid}/undo`)
const abouts = async (uuid: string) => (await read(uuid)).subscriptions.map(({ about }) => about)

describe('GET /newsletters/preferences/:uuid', () => {
  test('shows everything of the address by any of its links, and changes nothing', async () => {
    const by = await anAuthor({ name: 'Ada' })
    const uuid = await aSubscriber('books', 'technology')
    await subscribe({ email, following_author: by.id })
    await subscribe({ email: 'other@example.com', category: 'fiction' })
    const before = await rows('select * from subscriptions order by id')
    const shown = await read(uuid)
    expect(shown).toEqual({
      email: 'r…@example.com',
      time_zone: 'UTC',
      paused_until: null,
      subscriptions: [
        { uuid: expect.any(String), about: 'Book essays', frequency: 'weekly', confirmed: true },
        { uuid: expect.any(String), about: 'Technology', frequency: 'weekly', confirmed: true },
        { uuid: expect.any(String), about: 'Stories by Ada', frequency: 'published', confirmed: false },
      ],
    })
    for (const other of shown.subscriptions) expect(await read(other.uuid)).toEqual(shown)
    expect(await rows('select * from subscriptions order by id')).toEqual(before)
  })

  test('opens by a link whose subscription has ended, with what is left', async () => {
    const uuid = await aSubscriber('books', 'technology')
    await end('unsubscribe', uuid)
    expect(await abouts(uuid)).toHaveLength(1)
    await end('unsubscribe', `${uuid}?all=true`)
    expect(await abouts(uuid)).toEqual([])
  })

  test('answers 404 to a malformed link, and slows guessing down', async () => {
    for (const none of [unknown, 'nonsense', "'--"]) expect((await ask(none)).status).toBe(404)
    for (let count = 3; count < 30; count++) await ask(unknown)
    const refused = await ask(unknown)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('PUT /newsletters/preferences/:uuid', () => {
  test('sets a frequency, and leaves the others', async () => {
    const uuid = await aSubscriber('books', 'technology')
    const response = await change(uuid, { subscriptions: [{ uuid, frequency: 'published' }] })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(await read(uuid))
    expect(await rows('select uuid = $1 as this, frequency from subscriptions'.replace('$1', `'${uuid}'`))).toEqual(
      expect.arrayContaining([
        { this: true, frequency: 'published' },
        { this: false, frequency: 'weekly' },
      ]),
    )
  })

  test('sets the time zone and pauses for 30 days; both plan the next digest again', async () => {
    const uuid = await aSubscriber('books')
    const due = () => api().pool.query('update subscribers set digest_at = now()')
    await due()
    await change(uuid, { time_zone: 'Asia/Tokyo' })
    expect(await rows('select time_zone, digest_at from subscribers')).toEqual([
      { time_zone: 'Asia/Tokyo', digest_at: null },
    ])
    await due()
    const { paused_until } = (await (await change(uuid, { paused: true })).json()) as Preferences
    expect(Date.parse(paused_until ?? '') - Date.now()).toBeGreaterThan(30 * dayMs - minuteMs)
    expect(await rows('select digest_at from subscribers')).toEqual([{ digest_at: null }])
    await change(uuid, { paused: false })
    expect(await read(uuid)).toMatchObject({ paused_until: null, time_zone: 'Asia/Tokyo' })
    await change(uuid, { paused: true })
    passTime(31 * dayMs)
    expect(await read(uuid)).toMatchObject({ paused_until: null })
  })

  test('does not change ended subscriptions, and changes nothing if nothing is given', async () => {
    const uuid = await aSubscriber('books')
    await end('unsubscribe', uuid)
    const before = await rows('select * from subscriptions')
    expect((await change(uuid, { subscriptions: [{ uuid, frequency: 'daily' }] })).status).toBe(200)
    expect((await change(uuid, {})).status).toBe(200)
    expect(await rows('select * from subscriptions')).toEqual(before)
  })

  test.each([
    ['time_zone', { time_zone: 'Moon/Base' }],
    ['time_zone', { time_zone: 'x'.repeat(8_000) }],
    ['paused', { paused: 'yes' }],
    ['subscriptions', { subscriptions: [{ uuid: unknown, frequency: 'daily' }] }],
    ['subscriptions', { subscriptions: [{ uuid: 'nonsense', frequency: 'daily' }] }],
  ])('refuses a wrong %s, names it and changes nothing', async (field, body) => {
    const uuid = await aSubscriber('books')
    const before = await rows('select time_zone, paused_until from subscribers')
    const response = await change(uuid, { paused: true, ...body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad_request', fields: { [field]: expect.any(String) } })
    expect(await rows('select time_zone, paused_until from subscribers')).toEqual(before)
  })

  test('refuses an unknown frequency, and another person’s subscription', async () => {
    const uuid = await aSubscriber('books')
    expect((await change(uuid, { subscriptions: [{ uuid, frequency: 'hourly' }] })).status).toBe(400)
    await subscribe({ email: 'other@example.com', category: 'fiction' })
    const [other] = await rows("select uuid from subscriptions where category = 'fiction'")
    const response = await change(uuid, { subscriptions: [{ uuid: other.uuid, frequency: 'daily' }] })
    expect(response.status).toBe(400)
    expect(await rows('select distinct frequency from subscriptions')).toEqual([{ frequency: 'weekly' }])
  })

  test('answers 404 to a malformed link', async () => {
    for (const none of [unknown, 'nonsense']) expect((await change(none, { paused: true })).status).toBe(404)
  })
})

describe('POST /newsletters/preferences/:uuid/reason', () => {
  test('is recorded for all subscriptions that ended together', async () => {
    const uuid = await aSubscriber('books', 'technology', 'fiction')
    const [first] = (await read(uuid)).subscriptions.filter((one) => one.uuid !== uuid)
    await end('unsubscribe', first?.uuid ?? '')
    passTime(minuteMs)
    await end('unsubscribe', `${uuid}?all=true`)
    const response = await giveReason(uuid, { reason: '  Too many mails: three a day  ' })
    expect(await response.json()).toEqual({ message: 'Thank you for telling us.' })
    const reasons = await rows('select end_reason from subscriptions order by end_reason')
    expect(reasons.map(({ end_reason }) => end_reason)).toEqual([
      'Too many mails: three a day',
      'Too many mails: three a day',
      null,
    ])
  })

  test('answers 409 when nothing has ended, and 404 to a malformed link', async () => {
    const uuid = await aSubscriber('books')
    expect((await giveReason(uuid, { reason: 'x' })).status).toBe(409)
    expect((await giveReason(unknown, { reason: 'x' })).status).toBe(404)
  })

  test.each([{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(8_000) }])(
    'refuses none and one that is too long, and names it (%#)',
    async (body) => {
      const uuid = await aSubscriber('books')
      await end('unsubscribe', uuid)
      const response = await giveReason(uuid, body)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { reason: expect.any(String) } })
    },
  )
})

describe('POST /newsletters/preferences/:uuid/undo', () => {
  test('restores all subscriptions that ended together, without the reason; twice changes nothing', async () => {
    const uuid = await aSubscriber('books', 'technology')
    await end('unsubscribe', `${uuid}?all=true`)
    await giveReason(uuid, { reason: 'A slip' })
    for (let count = 0; count < 2; count++) {
      const response = await undo(uuid)
      expect(response.status).toBe(200)
      expect(((await response.json()) as Preferences).subscriptions).toHaveLength(2)
    }
    expect(await rows('select distinct ended_at, end_reason from subscriptions')).toEqual([
      { ended_at: null, end_reason: null },
    ])
  })

  test('restores nothing that ended before', async () => {
    const uuid = await aSubscriber('books', 'technology')
    const other = (await read(uuid)).subscriptions.find((one) => one.uuid !== uuid)
    await end('unsubscribe', other?.uuid ?? '')
    passTime(minuteMs)
    await end('unsubscribe', uuid)
    await undo(uuid)
    expect(await abouts(uuid)).toHaveLength(1)
  })

  test('answers 409 after an hour, and for a subscription that was never confirmed', async () => {
    const uuid = await aSubscriber('books')
    await end('unsubscribe', uuid)
    passTime(hourMs + 1)
    expect((await undo(uuid)).status).toBe(409)
    await subscribe({ email: 'other@example.com', category: 'fiction' })
    const [waiting] = await rows("select uuid from subscriptions where category = 'fiction'")
    await end('unsubscribe', waiting.uuid)
    expect((await undo(waiting.uuid)).status).toBe(409)
    expect((await undo(unknown)).status).toBe(404)
  })
})
