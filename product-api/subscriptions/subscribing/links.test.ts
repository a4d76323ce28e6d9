import { newId } from '#platform/db/id.ts'
import { hourMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAuthor, aPublication } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'

withApi()

const asJson = { headers: { accept: 'application/json' } }
const unknown = '11111111-1111-4111-8111-111111111111'
const ids = [unknown, newId(), 'nonsense', "'--"]

/** A reader who asked for these categories, and the link of the confirmation email. */
async function aQuestion(...categories: string[]): Promise<string> {
  for (const category of categories) {
    await send('POST', '/newsletters/subscribe', { body: { email: 'reader@example.com', category } })
  }
  const text = (await mails()).at(-1)?.text ?? ''
  return /confirmation\/([\w-]{36})$/m.exec(text)?.[1] ?? ''
}

async function states(): Promise<Record<string, string>> {
  const { rows } = await api().pool.query(`select category,
    case when ended_at is not null then 'ended' when confirmed_at is not null then 'confirmed' else 'pending' end as state
    from subscriptions`)
  return Object.fromEntries((rows as { category: string; state: string }[]).map((row) => [row.category, row.state]))
}

const confirm = (uuid: string) => get(`/newsletters/confirm/${uuid}`, asJson)
const unsubscribe = (uuid: string, query = '') => get(`/newsletters/unsubscribe/${uuid}${query}`, asJson)

describe('GET /newsletters/confirm/:uuid', () => {
  test('confirms all pending subscriptions of the address; twice changes nothing', async () => {
    const uuid = await aQuestion('books', 'fiction')
    for (let count = 0; count < 2; count++) {
      const response = await confirm(uuid)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ message: 'Your subscription is confirmed.' })
      expect(await states()).toEqual({ books: 'confirmed', fiction: 'confirmed' })
    }
  })

  test('confirms nothing else by the link of a confirmed subscription', async () => {
    const uuid = await aQuestion('books')
    await confirm(uuid)
    await aQuestion('fiction')
    expect((await confirm(uuid)).status).toBe(200)
    expect(await states()).toEqual({ books: 'confirmed', fiction: 'pending' })
  })

  test.each([
    ['was confirmed once', 'update subscriptions set confirmed_at = now(), ended_at = now()'],
    ['was confirmed once, at an address that refuses', 'update subscribers set refused_at = now()'],
    ['an account that has only claimed the address took back', 'update subscriptions set ended_at = now()'],
  ])('revives nothing that %s, and says so', async (kind, sql) => {
    const uuid = await aQuestion('books')
    if (kind.endsWith('refuses')) {
      await confirm(uuid)
      await unsubscribe(uuid)
    }
    await api().pool.query(sql)
    const response = await confirm(uuid)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('subscribe again') })
    expect(await states()).toEqual({ books: 'ended' })
  })

  test.each(ids)('answers 404 to %j', async (uuid) => {
    expect((await confirm(encodeURIComponent(uuid))).status).toBe(404)
  })
})

describe('GET /newsletters/unsubscribe/:uuid', () => {
  test('ends that one; twice changes nothing', async () => {
    const uuid = await aQuestion('books')
    await confirm(uuid)
    await send('POST', '/newsletters/subscribe', { body: { email: 'reader@example.com', category: 'fiction' } })
    for (let count = 0; count < 2; count++) {
      const response = await unsubscribe(uuid)
      expect(await response.json()).toEqual({ message: 'You have been unsubscribed.' })
      expect(await states()).toEqual({ books: 'ended', fiction: 'pending' })
    }
  })

  test('with all, everything of the address and nothing of others', async () => {
    await send('POST', '/newsletters/subscribe', { body: { email: 'other@example.com', category: 'all' } })
    const uuid = await aQuestion('books', 'fiction')
    await unsubscribe(uuid, '?all=true')
    expect(await states()).toEqual({ all: 'pending', books: 'ended', fiction: 'ended' })
  })

  test('with the scope of digests, what comes daily or weekly and nothing else', async () => {
    const uuid = await aQuestion('books', 'fiction', 'technology')
    await confirm(uuid)
    await api().pool.query(`update subscriptions set frequency = 'published' where category = 'fiction';
      update subscriptions set frequency = 'daily' where category = 'technology'`)
    for (let count = 0; count < 2; count++) {
      expect((await unsubscribe(uuid, '?scope=digests')).status).toBe(200)
      expect(await states()).toEqual({ books: 'ended', fiction: 'confirmed', technology: 'ended' })
    }
    await unsubscribe(uuid, '?scope=all')
    expect(await states()).toEqual({ books: 'ended', fiction: 'ended', technology: 'ended' })
  })

  test.each(['all', 'scope'])('refuses another word for %s, and names it', async (field) => {
    const response = await unsubscribe(await aQuestion('books'), `?${field}=yes`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  test.each(ids)('answers 404 to %j', async (uuid) => {
    expect((await unsubscribe(encodeURIComponent(uuid))).status).toBe(404)
  })
})

describe('POST /newsletters/unsubscribe/:uuid/one-click', () => {
  const click = (uuid: string, query = '') =>
    send('POST', `/newsletters/unsubscribe/${uuid}/one-click${query}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })

  test('ends the subscription without a session or JSON; a repeated or unknown link is not a fault', async () => {
    const uuid = await aQuestion('books')
    for (const one of [uuid, uuid, unknown]) expect((await click(one)).status).toBe(200)
    expect(await states()).toEqual({ books: 'ended' })
  })

  test.each([
    ['digests', { books: 'ended', fiction: 'confirmed' }],
    ['all', { books: 'ended', fiction: 'ended' }],
  ])('ends more of the address when its address says so: %s', async (scope, left) => {
    const uuid = await aQuestion('fiction', 'books')
    await confirm(uuid)
    await api().pool.query("update subscriptions set frequency = 'published' where category = 'fiction'")
    expect((await click(uuid, `?scope=${scope}`)).status).toBe(200)
    expect(await states()).toEqual(left)
  })

  test('refuses another scope, and names it', async () => {
    const response = await click(await aQuestion('books'), '?scope=everything')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { scope: expect.any(String) } })
    expect(await states()).toEqual({ books: 'pending' })
  })

  test('answers 404 to a malformed link', async () => {
    expect((await click('nonsense')).status).toBe(404)
  })

  test('of a pending subscription refuses further confirmation emails', async () => {
    await click(await aQuestion('books', 'fiction'))
    expect(await states()).toEqual({ books: 'ended', fiction: 'ended' })
    passTime(hourMs)
    await aQuestion('technology')
    expect(await mails({ later: true })).toHaveLength(1)
  })
})

describe('GET /newsletters/subscription/:uuid', () => {
  test('describes the link’s subscription, without the whole address', async () => {
    const uuid = await aQuestion('books', 'technology')
    const response = await get(`/newsletters/subscription/${uuid}`)
    expect(await response.json()).toEqual({
      email: 'r…@example.com',
      about: 'Book essays, weekly',
      ...{ category: 'books', following_publication: null, following_author: null },
      confirmed: false,
      ended: false,
      confirmable: true,
      refusable: true,
      pending: ['Book essays, weekly', 'Technology, weekly'],
      digests: ['Book essays, weekly', 'Technology, weekly'],
    })
    const facts = async () => (await get(`/newsletters/subscription/${uuid}`)).json()
    await confirm(uuid)
    expect(await facts()).toMatchObject({ confirmed: true, ended: false, pending: [] })
    await unsubscribe(uuid)
    expect(await facts()).toMatchObject({ confirmed: false, ended: true, confirmable: false, pending: [] })
  })

  test('names the publication or the author, and no deleted publication', async () => {
    const by = await anAuthor()
    const { id, slug } = await aPublication({ by })
    const about = async (body: object) => {
      await subscribe({ email: 'reader@example.com', ...body })
      const { rows } = await api().pool.query('select uuid from subscriptions order by id desc limit 1')
      return rows[0].uuid as string
    }
    const read = async (uuid: string) => (await get(`/newsletters/subscription/${uuid}`)).json()
    const toPublication = await about({ following_publication: slug })
    expect(await read(toPublication)).toMatchObject({ following_publication: slug, category: null })
    expect(await read(await about({ following_author: by.id }))).toMatchObject({ following_author: by.id })
    await api().pool.query('update publications set deleted_at = now() where id = $1', [id])
    expect(await read(toPublication)).toMatchObject({ following_publication: null })
  })

  test.each(ids)('answers 404 to %j', async (uuid) => {
    expect((await get(`/newsletters/subscription/${encodeURIComponent(uuid)}`)).status).toBe(404)
  })
})

describe('guessing links', () => {
  const guess = (address: string) =>
    get(`/newsletters/confirm/${unknown}`, { headers: { accept: 'application/json', 'x-forwarded-for': address } })

  test('is rate-limited; following valid ones is not, because whole offices share an IP address', async () => {
    const uuid = await aQuestion('books')
    for (let count = 0; count < 40; count++) expect((await confirm(uuid)).status).toBe(200)
    for (let count = 0; count < 30; count++) expect((await confirm(unknown)).status).toBe(404)
    for (const refused of [await confirm(unknown), await unsubscribe(unknown)]) expect(refused.status).toBe(429)
    expect((await get(`/newsletters/subscription/${unknown}`)).status).toBe(429)
    expect((await get(`/newsletters/subscription/${uuid}`)).status).toBe(200)
    expect((await confirm(uuid)).status).toBe(200)
    expect((await unsubscribe(uuid)).status).toBe(200)
  })

  test('counts by client: a whole IPv6 network is one', async () => {
    for (let count = 0; count < 30; count++) expect((await guess(`2001:db8:1:2::${count + 1}`)).status).toBe(404)
    expect((await guess('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await guess('2001:db8:1:3::1')).status).toBe(404)
  })
})
