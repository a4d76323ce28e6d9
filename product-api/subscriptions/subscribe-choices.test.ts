import { api, get, mails, withApi } from '#testing/api.ts'
import { anAuthor, aProvenPerson, aPublication } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { isDisposable, isTimeZone } from './subscribing/address.ts'

withApi()

const email = 'reader@example.com'
const rows = async (sql: string) => (await api().pool.query(sql)).rows
const zone = async () => (await rows('select time_zone from subscribers'))[0].time_zone

describe('how often emails come', () => {
  test('without a word: a category’s stories weekly, an author’s and a publication’s as published', async () => {
    const by = await anAuthor({ name: 'Ada' })
    const { slug } = await aPublication({ by, name: 'Night Shift' })
    await subscribe({ email, category: 'books', following_author: by.id, following_publication: slug })
    const text = (await mails())[0]?.text ?? ''
    expect(text).toContain('Book essays, weekly')
    expect(text).toContain('Stories by Ada, as published')
    expect(text).toContain('Night Shift, as published')
  })

  test('as asked for otherwise', async () => {
    const by = await anAuthor()
    await subscribe({ email, category: 'books', frequency: 'published' })
    await subscribe({ email, following_author: by.id, frequency: 'daily' })
    expect(await rows('select frequency from subscriptions order by id')).toEqual([
      { frequency: 'published' },
      { frequency: 'daily' },
    ])
  })

  test.each(['by a mail', 'at once'])('what has ended begins again: no choice and no reason stays; %s', async (how) => {
    const me = how === 'at once' ? (await aProvenPerson({ email })).id : undefined
    const [by, other] = [await anAuthor(), await anAuthor()]
    const ask = (author: string, frequency?: string) => subscribe({ email, following_author: author, frequency }, me)
    for (const author of [by.id, other.id]) await ask(author, 'daily')
    await api().pool.query(`update subscriptions set confirmed_at = now(), ended_at = now(), end_reason = 'too much'`)
    await ask(by.id)
    await ask(other.id, 'weekly')
    expect(await rows('select frequency, end_reason from subscriptions order by id')).toEqual([
      { frequency: 'published', end_reason: null },
      { frequency: 'weekly', end_reason: null },
    ])
  })

  test('what waits keeps what its owner has chosen in the meantime', async () => {
    await subscribe({ email, category: 'books' })
    await api().pool.query("update subscriptions set frequency = 'daily'")
    await subscribe({ email, category: 'books' })
    expect(await rows('select frequency from subscriptions')).toEqual([{ frequency: 'daily' }])
  })
})

describe('the time zone that a browser tells', () => {
  test('is kept for an address that is new', async () => {
    await subscribe({ email, time_zone: 'Europe/Berlin' })
    expect(await zone()).toBe('Europe/Berlin')
  })

  test.each(['Moon/Base', '+02:00', "'; drop table", ''])('is left out when there is none: %j', async (time_zone) => {
    expect((await subscribe({ email, time_zone })).status).toBe(200)
    expect(await zone()).toBe('UTC')
  })

  test('that is too long is refused, and named', async () => {
    const response = await subscribe({ email, time_zone: 'x'.repeat(8_000) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { time_zone: expect.any(String) } })
  })

  test('changes nothing for a known address on a stranger’s word', async () => {
    await subscribe({ email })
    await subscribe({ email, category: 'books', time_zone: 'Asia/Tokyo' })
    expect(await zone()).toBe('UTC')
  })

  test('is kept for one’s own proven address, but for what was chosen there', async () => {
    const me = await aProvenPerson({ email })
    await subscribe({ email, category: 'books' }, me.id)
    await api().pool.query('update subscribers set digest_at = now()')
    await subscribe({ email, category: 'fiction', time_zone: 'Asia/Tokyo' }, me.id)
    expect(await rows('select time_zone, digest_at from subscribers')).toEqual([
      { time_zone: 'Asia/Tokyo', digest_at: null },
    ])
    await subscribe({ email, category: 'technology', time_zone: 'Europe/Paris' }, me.id)
    expect(await zone()).toBe('Asia/Tokyo')
  })

  test('is one that can be reckoned with', () => {
    for (const known of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
      expect(isTimeZone(known)).toBe(true)
    for (const none of ['', 'Europe', 'x'.repeat(65), 'Europe/Berlin\n', '+01:00']) expect(isTimeZone(none)).toBe(false)
  })
})

describe('a throwaway address', () => {
  test('is flagged and answered as any other', async () => {
    const address = 'somebody@mailinator.com'
    const response = await subscribe({ email: address })
    expect(await response.json()).toEqual(await (await subscribe({ email })).json())
    const link = /confirmation\/([\w-]{36})/.exec((await mails()).find(({ to }) => to.address === address)?.text ?? '')
    expect((await get(`/newsletters/subscription/${link?.[1]}`)).status).toBe(200)
    expect(await rows('select email, is_disposable from subscribers order by email')).toEqual([
      { email, is_disposable: false },
      { email: address, is_disposable: true },
    ])
  })

  test('is known by its domain and those above it, however it is written', () => {
    for (const one of ['a@mailinator.com', 'a@MAILINATOR.com', '"a@b"@mailinator.com', 'a@x.mailinator.com'])
      expect(isDisposable(one)).toBe(true)
    for (const other of ['a@gmail.com', 'a@notmailinator.example', 'mailinator.com@example.com'])
      expect(isDisposable(other)).toBe(false)
  })
})
