import type { Subscription } from '#contract/newsletters.ts'
import { api, get, send, withApi } from '../testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson } from '../testing/factories.ts'

withApi()

const subscribe = (body: object, as?: string) => send('POST', '/newsletters/subscribe', { body, as })
const listOf = async (email: string, as?: string) =>
  get(`/newsletters/subscriptions/${encodeURIComponent(email)}`, { as })
const categoriesOf = async (email: string, as: string) =>
  ((await (await listOf(email, as)).json()) as Subscription[]).map(
    ({ category, frequency }) => `${category} ${frequency}`,
  )

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

  test('an account that has not proven the address sees only what waits', async () => {
    const owner = await aProvenPerson({ email: 'owner@example.com' })
    await subscribe({ email: 'owner@example.com', category: 'books' }, owner.id)
    await api().pool.query('update users set email_proven_at = null')
    await subscribe({ email: 'owner@example.com', category: 'fiction' }, owner.id)
    expect(await categoriesOf('owner@example.com', owner.id)).toEqual(['fiction weekly'])
  })

  test('answers 401 without a session, and 404 to somebody else, known or not', async () => {
    const [me, other] = [await aProvenPerson({ email: 'me@example.com' }), await aProvenPerson()]
    await subscribe({ email: 'me@example.com' }, me.id)
    expect((await listOf('me@example.com')).status).toBe(401)
    for (const email of ['me@example.com', 'nobody@example.com']) {
      expect((await listOf(email, other.id)).status).toBe(404)
    }
  })

  test('refuses an address that is too long, and names the field', async () => {
    const response = await listOf(`${'a'.repeat(330)}@example.com`, (await anAuthor()).id)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { email: expect.any(String) } })
  })
})

describe('DELETE /newsletters/unsubscribe/author', () => {
  const unfollow = (body: object, as?: string) => send('DELETE', '/newsletters/unsubscribe/author', { body, as })
  const userEmail = 'me@example.com'

  test('ends the following by uuid and by e-mail; twice changes nothing', async () => {
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

  test('refuses a missing address or author and an unknown one, and names the field', async () => {
    const me = await aProvenPerson({ email: userEmail })
    const hidden = await anAuthor({ email: 'hidden@example.com' })
    const cases: [string, object][] = [
      ['userEmail', { authorUuid: hidden.id }],
      ['authorUuid', { userEmail }],
      ['authorEmail', { userEmail, authorEmail: 'nobody@example.com' }],
      ['authorUuid', { userEmail, authorUuid: 'nobody' }],
    ]
    for (const [field, body] of cases) {
      const response = await unfollow(body, me.id)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
    }
  })

  test('answers 401 without a session, and 404 for somebody else’s address, which stays as it is', async () => {
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

  test('answers 401 without a session and 403 to anybody but administrators', async () => {
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { as: (await anAuthor()).id })).status).toBe(403)
  })
})
