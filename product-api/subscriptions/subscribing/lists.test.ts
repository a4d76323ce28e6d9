import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson } from '#testing/factories.ts'
import { askForSubscriptions, categoriesOf, subscribe, subscriptionsOf } from '#testing/subscriptions.ts'

withApi()

describe('GET /newsletters/subscriptions/:email', () => {
  test('answers its owner and an administrator, whatever the case', async () => {
    const [me, admin] = [await aProvenPerson({ email: 'me@example.com' }), await anAdmin()]
    await subscribe({ email: 'me@example.com', category: 'books' }, me.id)
    for (const as of [me.id, admin.id]) expect(await categoriesOf('ME@example.com', as)).toEqual(['books weekly'])
  })

  test('leaves out what has ended', async () => {
    const me = await aProvenPerson({ email: 'me@example.com' })
    await subscribe({ email: 'me@example.com', category: 'books' }, me.id)
    await api().pool.query('update subscriptions set ended_at = now()')
    expect(await categoriesOf('me@example.com', me.id)).toEqual([])
  })

  test('describes each in words, with its identifiers', async () => {
    const [me, ada] = [await aProvenPerson({ email: 'me@example.com' }), await anAuthor({ name: 'Ada' })]
    await subscribe({ email: 'me@example.com', category: 'technology', following_author: ada.id }, me.id)
    const list = await subscriptionsOf('me@example.com', me.id)
    expect(list.map(({ about }) => about).sort()).toEqual(['Stories by Ada, as published', 'Technology, weekly'])
    const uuid = list.find(({ following_author }) => following_author === ada.id)?.uuid
    const ended = await get(`/newsletters/unsubscribe/${uuid}`, { headers: { accept: 'application/json' } })
    expect(ended.status).toBe(200)
    expect(await categoriesOf('me@example.com', me.id)).toEqual(['technology weekly'])
  })

  test('answers 401 without a session, and 404 to another person, known or not', async () => {
    const [me, other] = [await aProvenPerson({ email: 'me@example.com' }), await aProvenPerson()]
    await subscribe({ email: 'me@example.com' }, me.id)
    expect((await askForSubscriptions('me@example.com')).status).toBe(401)
    for (const email of ['me@example.com', 'nobody@example.com']) {
      const response = await askForSubscriptions(email, other.id)
      expect(response.status).toBe(404)
      // True of both: it tells no one which addresses there are.
      const detail = 'We can’t find subscriptions of yours for this address.'
      expect(await response.json()).toMatchObject({ title: 'Not found', detail })
    }
  })

  test('refuses an address that is too long, and names the field', async () => {
    const response = await askForSubscriptions(`${'a'.repeat(330)}@example.com`, (await anAuthor()).id)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { email: expect.any(String) } })
  })
})

describe('DELETE /newsletters/unsubscribe/author', () => {
  const unfollow = (body: object, as?: string) => send('DELETE', '/newsletters/unsubscribe/author', { body, as })
  const userEmail = 'me@example.com'

  test('ends the following by uuid and by email; twice changes nothing', async () => {
    const me = await aProvenPerson({ email: userEmail })
    const ada = await anAuthor({ email: 'ada@example.com', showEmail: true })
    for (const author of [{ authorUuid: ada.id }, { authorEmail: 'ADA@example.com' }]) {
      expect((await subscribe({ email: userEmail, following_author: ada.id }, me.id)).status).toBe(200)
      for (let count = 0; count < 2; count++) {
        const response = await unfollow({ ...author, userEmail }, me.id)
        expect(response.status).toBe(200)
        expect(await response.json()).toEqual({ message: 'You no longer follow this author.' })
      }
      expect(await categoriesOf(userEmail, me.id)).toEqual([])
    }
  })

  test('refuses a missing address or author, and names the field', async () => {
    const me = await aProvenPerson({ email: userEmail })
    const cases: [string, object][] = [
      ['userEmail', { authorUuid: me.id }],
      ['authorUuid', { userEmail }],
    ]
    for (const [field, body] of cases) {
      const response = await unfollow(body, me.id)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
    }
  })

  test('reveals neither whether the author exists nor whether they are followed', async () => {
    const me = await aProvenPerson({ email: userEmail })
    const hidden = await anAuthor({ email: 'hidden@example.com' })
    await subscribe({ email: userEmail, category: 'books' }, me.id)
    const cases = [
      { authorUuid: hidden.id },
      { authorUuid: '00000000-0000-7000-8000-000000000000' },
      { authorUuid: 'nobody' },
      { authorEmail: 'hidden@example.com' },
      { authorEmail: 'nobody@example.com' },
    ]
    for (const author of cases) {
      const response = await unfollow({ ...author, userEmail }, me.id)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ message: 'You no longer follow this author.' })
    }
    expect(await categoriesOf(userEmail, me.id)).toEqual(['books weekly'])
  })

  test('shares the rate limit of subscribing', async () => {
    const [me, other] = [await aProvenPerson({ email: userEmail }), await aProvenPerson()]
    await subscribe({ email: userEmail }, me.id)
    for (let count = 0; count < 19; count++) {
      expect((await unfollow({ authorEmail: `guess-${count}@example.com`, userEmail }, me.id)).status).toBe(200)
    }
    const refused = await unfollow({ authorEmail: 'guess@example.com', userEmail }, me.id)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await unfollow({ authorUuid: me.id, userEmail: other.email }, other.id)).status).toBe(200)
  })

  test('records an administrator’s action for another person in the audit, not one for themselves', async () => {
    const [me, ada, admin] = [await aProvenPerson({ email: userEmail }), await anAuthor(), await anAdmin()]
    const follow = () => subscribe({ email: userEmail, following_author: ada.id }, me.id)
    await follow()
    await unfollow({ authorUuid: ada.id, userEmail }, me.id)
    await follow()
    for (let count = 0; count < 2; count++) await unfollow({ authorUuid: ada.id, userEmail }, admin.id)
    const { rows } = await api().pool.query("select * from audit_events where action = 'following_ended'")
    expect(rows).toEqual([
      expect.objectContaining({ actor_id: admin.id, email: userEmail, details: { author: ada.id } }),
    ])
  })

  test('answers 401 without a session, and 404 for another person’s address, which stays as it is', async () => {
    const [me, other, ada] = [await aProvenPerson({ email: userEmail }), await aProvenPerson(), await anAuthor()]
    await subscribe({ email: userEmail, following_author: ada.id }, me.id)
    expect((await unfollow({ authorUuid: ada.id, userEmail })).status).toBe(401)
    expect((await unfollow({ authorUuid: ada.id, userEmail }, other.id)).status).toBe(404)
    expect(await categoriesOf(userEmail, me.id)).toHaveLength(1)
    expect((await unfollow({ authorUuid: ada.id, userEmail }, (await anAdmin()).id)).status).toBe(200)
    expect(await categoriesOf(userEmail, me.id)).toEqual([])
  })
})

describe.each(['/newsletters/count', '/newsletters/count/confirmed'])('GET %s', (path) => {
  test('counts addresses, not subscriptions', async () => {
    const [admin, me] = [await anAdmin(), await aProvenPerson({ email: 'me@example.com' })]
    await subscribe({ email: 'me@example.com', category: 'books', following_author: admin.id }, me.id)
    await subscribe({ email: 'waiting@example.com' })
    await subscribe({ email: 'gone@example.com' })
    await api().pool.query(
      `update subscriptions set confirmed_at = now(), ended_at = now() from subscribers
       where subscribers.id = subscriber_id and email = 'gone@example.com'`,
    )
    const { count } = (await (await get(path, { as: admin.id })).json()) as { count: number }
    expect(count).toBe(path.endsWith('confirmed') ? 1 : 2)
  })

  test('answers 401 without a session and 403 to anyone but administrators', async () => {
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { as: (await anAuthor()).id })).status).toBe(403)
  })
})
