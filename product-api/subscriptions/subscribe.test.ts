import { hourMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAuthor, aPublication } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'

withApi()

const almostDone = {
  message:
    'Almost done: please follow the link in the email we’ve just sent you. If it doesn’t arrive, this address is already subscribed, or was asked a short while ago or too often.',
}

async function rowsOf(email: string) {
  const { rows } = await api().pool.query(
    `select s.category, s.frequency, s.confirmed_at is not null as confirmed, s.ended_at is not null as ended,
       s.confirm_uuid
     from subscriptions s join subscribers on subscribers.id = subscriber_id where email = $1 order by s.id`,
    [email],
  )
  return rows as { category: string; frequency: string; confirmed: boolean; ended: boolean; confirm_uuid: string }[]
}

const linkIn = (text: string) => /^http:\/\/localhost:3000\/subscription\/confirmation\/([\w-]{36})$/m.exec(text)?.[1]

describe('POST /newsletters/subscribe', () => {
  test('asks an address by email, which lists everything and has one link', async () => {
    const by = await anAuthor({ name: 'Ada' })
    await aPublication({ by, name: 'Night Shift', slug: 'night-shift' })
    const response = await subscribe({
      email: 'reader@example.com',
      category: 'technology',
      frequency: 'daily',
      following_publication: 'night-shift',
      following_author: by.id,
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(almostDone)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.to).toEqual({ name: '', address: 'reader@example.com' })
    for (const form of [mail?.text, mail?.html]) {
      expect(form).toContain('Technology, daily')
      expect(form).toContain('Night Shift, daily')
      expect(form).toContain('Stories by Ada, daily')
    }
    expect((await rowsOf('reader@example.com')).map(({ confirm_uuid }) => confirm_uuid)).toContain(
      linkIn(mail?.text ?? ''),
    )
  })

  test('without a target subscribes to the product’s own category, weekly', async () => {
    await subscribe({ email: 'reader@example.com', category: '', frequency: null, following_publication: '' })
    expect(await rowsOf('reader@example.com')).toEqual([
      expect.objectContaining({ category: 'bytewise', frequency: 'weekly', confirmed: false }),
    ])
  })

  test('treats spellings of an address as one, and asks it at most once an hour', async () => {
    await subscribe({ email: 'reader@example.com', category: 'books' })
    await subscribe({ email: 'Reader@Example.com', category: 'fiction' })
    expect(await mails()).toHaveLength(1)
    await subscribe({ email: 'READER@example.com', category: 'technology' })
    expect(await mails()).toHaveLength(1)
    passTime(hourMs)
    const [first, second, ...more] = await mails({ later: true })
    expect(first?.text).toMatch(/Book essays, weekly[\s\S]*Fiction, weekly/)
    expect(second?.text).toMatch(/Technology, weekly/)
    expect(more).toEqual([])
    expect(await rowsOf('reader@example.com')).toHaveLength(3)
  })

  test('asks for further requests of the hour in one email when it is over', async () => {
    await subscribe({ email: 'reader@example.com', category: 'books' })
    expect(await mails()).toHaveLength(1)
    for (const category of ['fiction', 'technology', 'all']) await subscribe({ email: 'reader@example.com', category })
    expect(await mails()).toHaveLength(1)
    passTime(hourMs)
    const [, second, ...more] = await mails({ later: true })
    expect(more).toEqual([])
    expect(second?.text).toMatch(
      /Book essays, weekly[\s\S]*Fiction, weekly[\s\S]*Technology, weekly[\s\S]*All stories, weekly/,
    )
  })

  test('answers the same for a confirmed address, changes nothing and sends no email', async () => {
    await subscribe({ email: 'reader@example.com', category: 'books' })
    const uuid = linkIn((await mails())[0]?.text ?? '')
    await get(`/newsletters/confirm/${uuid}`, { headers: { accept: 'application/json' } })
    const before = await rowsOf('reader@example.com')
    await api().pool.query("update subscribers set asked_at = asked_at - interval '2 hours', mailed_at = null")
    const response = await subscribe({ email: 'reader@example.com', category: 'books', frequency: 'daily' })
    expect(await response.json()).toEqual(almostDone)
    expect(await mails({ later: true })).toHaveLength(1)
    expect(await rowsOf('reader@example.com')).toEqual(before)
  })

  test('makes an ended subscription pending again', async () => {
    await subscribe({ email: 'reader@example.com', category: 'books' })
    await api().pool.query('update subscriptions set confirmed_at = now(), ended_at = now()')
    await subscribe({ email: 'reader@example.com', category: 'books' })
    expect(await rowsOf('reader@example.com')).toEqual([expect.objectContaining({ confirmed: false, ended: false })])
  })

  test('keeps at most twenty pending subscriptions of an address, and answers the same beyond', async () => {
    for (let count = 0; count < 22; count++) {
      const by = await anAuthor()
      const response = await subscribe({ email: 'reader@example.com', following_author: by.id })
      expect(await response.json()).toEqual(almostDone)
    }
    expect(await rowsOf('reader@example.com')).toHaveLength(20)
  })

  test('a program that fills in every field gets the friendly answer and nothing else', async () => {
    const response = await subscribe({ email: 'reader@example.com', website: 'https://spam.example' })
    expect(await response.json()).toEqual(almostDone)
    expect(await rowsOf('reader@example.com')).toEqual([])
    expect(await mails()).toEqual([])
  })

  test.each([
    ['email', { email: 'nobody' }],
    ['email', { email: 'b@y.test\r\nBcc: evil@z.test' }],
    ['email', { email: 'a@x.test, b@y.test' }],
    ['email', {}],
    ['category', { email: 'a@example.com', category: 'gossip' }],
    ['frequency', { email: 'a@example.com', frequency: 'hourly' }],
    ['following_publication', { email: 'a@example.com', following_publication: 'nowhere' }],
    ['following_author', { email: 'a@example.com', following_author: 'nobody@example.com' }],
    ['following_author', { email: 'a@example.com', following_author: '00000000-0000-7000-8000-000000000000' }],
  ])('refuses a wrong %s and names it', async (field, body) => {
    const response = await subscribe(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad_request', fields: { [field]: expect.any(String) } })
    expect(await mails()).toEqual([])
  })

  test('tells a client that subscribes too often when to retry', async () => {
    const ask = (count: number) => subscribe({ email: `reader-${count}@example.com` }, undefined, '192.0.2.7')
    for (let count = 0; count < 30; count++) expect((await ask(count)).status).toBe(count < 5 ? 200 : 403)
    const refused = await ask(30)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('lets others behind the same IP address through, up to a higher limit', async () => {
    const ask = (userAgent: string, address: string) =>
      send('POST', '/newsletters/subscribe', {
        body: { email: 'reader@example.com' },
        headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
      })
    const one = '2001:db8::1'
    for (let count = 0; count < 30; count++) await ask('first', one)
    expect((await ask('first', one)).status).toBe(429)
    expect((await ask('second', one)).status).not.toBe(429)
    for (let count = 31; count < 300; count++) await ask(`another ${count}`, one)
    expect((await ask('last', '2001:db8::2')).status).toBe(429)
    expect((await ask('last', '2001:db8:0:1::1')).status).toBe(200)
  })
})
