import type { Suppression } from '#contract/suppressions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { auditTrail, dayMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { countSoftBounce, forgetOldSoftBounces, listSuppressed, suppress } from './suppressions.ts'

withApi()

const path = '/newsletters/suppressions'
const email = 'gone@example.com'
const add = (body: object, as?: string) => send('POST', path, { body, as })
const remove = (body: object, as?: string) => send('DELETE', path, { body, as })
const list = async (as: string, query = '') => (await (await get(path + query, { as })).json()) as Suppression[]
const suppressed = async () => [...(await listSuppressed(api().context.db, [email]))]
const because = (reason: 'hard_bounce' | 'soft_bounces' | 'complaint' | 'manual', detail = '') =>
  transaction(api().context.db, (tx) => suppress(api().context, tx, { email, reason, detail }))
const bounceSoftly = () => transaction(api().context.db, (tx) => countSoftBounce(api().context, tx, { email }))

/** The link of the latest email confirms it. */
async function confirmByMail(): Promise<void> {
  const text = (await mails({ later: true })).at(-1)?.text ?? ''
  const uuid = /\/subscription\/confirmation\/([\w-]{36})/.exec(text)?.[1]
  await get(`/newsletters/confirm/${uuid}`, { headers: { accept: 'application/json' } })
}

describe('GET /newsletters/suppressions', () => {
  test('lists them newest first, by the page and by how they begin', async () => {
    const { id: as } = await anAdmin()
    for (const name of ['ada', 'adam', 'b_b', 'bxb']) {
      await add({ email: `${name}@Example.com`, detail: 'asked by phone' }, as)
      passTime(1)
    }
    expect((await list(as)).map((one) => one.email)).toEqual(
      ['bxb', 'b_b', 'adam', 'ada'].map((name) => `${name}@Example.com`),
    )
    expect((await list(as, '?q=ADA')).map((one) => one.email)).toEqual(['adam@Example.com', 'ada@Example.com'])
    expect(await list(as, '?q=b_')).toHaveLength(1)
    const first = await get(`${path}?limit=3&q=`, { as })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(((await (await get(next, { as })).json()) as Suppression[]).map((one) => one.email)).toEqual([
      'ada@Example.com',
    ])
  })

  test('answers 400 to a cursor of another list, 401 without a session and 403 to others', async () => {
    const { id: as } = await anAdmin()
    const wrong = await get(`${path}?cursor=abc`, { as })
    expect([wrong.status, (await wrong.json()).fields.cursor]).toEqual([400, expect.any(String)])
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { as: (await anAuthor()).id })).status).toBe(403)
  })
})

describe('POST /newsletters/suppressions', () => {
  test('keeps an address by hand, once, and the audit', async () => {
    const { id: as } = await anAdmin()
    expect(await (await add({ email, detail: ' by phone ' }, as)).json()).toMatchObject({
      ...{ email, reason: 'manual', detail: 'by phone' },
    })
    await add({ email: 'GONE@example.com', detail: 'again' }, as)
    expect(await list(as)).toEqual([expect.objectContaining({ email, detail: 'by phone' })])
    expect(await auditTrail('suppression_added')).toEqual([expect.objectContaining({ actor_id: as, email })])
    expect(await suppressed()).toEqual([email])
  })

  test('of an address that bounced makes it one by hand', async () => {
    await because('hard_bounce', '550 no such user')
    await add({ email }, (await anAdmin()).id)
    expect(await because('complaint')).toBe(false)
    expect(await list((await anAdmin()).id)).toEqual([expect.objectContaining({ reason: 'manual' })])
  })

  test.each([
    ['email', { email: 'a\r\nb@example.com' }],
    ['detail', { email, detail: 'a'.repeat(301) }],
    ['email', {}],
  ])('answers 400 and names %s', async (field, body) => {
    const response = await add(body, (await anAdmin()).id)
    expect([response.status, Object.keys((await response.json()).fields)]).toEqual([400, [field]])
  })

  test('answers 401 without a session and 403 to others', async () => {
    expect((await add({ email })).status).toBe(401)
    expect((await add({ email }, (await anAuthor()).id)).status).toBe(403)
    expect(await suppressed()).toEqual([])
  })
})

describe('DELETE /newsletters/suppressions', () => {
  test('lets newsletters go there again, in whatever case it is written, and counts bounces again', async () => {
    const { id: as } = await anAdmin()
    for (let day = 0; day < 5; day++) {
      await bounceSoftly()
      passTime(dayMs)
    }
    expect(await suppressed()).toEqual([email])
    expect((await remove({ email: 'Gone@Example.com' }, as)).status).toBe(200)
    await bounceSoftly()
    expect(await suppressed()).toEqual([])
    expect(await auditTrail('suppression_removed')).toEqual([
      expect.objectContaining({ actor_id: as, email, details: { reason: 'soft_bounces' } }),
    ])
  })

  test('answers 404 to what is not suppressed, 400 without an address, 401 and 403 to others', async () => {
    const { id: as } = await anAdmin()
    expect((await remove({ email }, as)).status).toBe(404)
    const wrong = await remove({}, as)
    expect([wrong.status, (await wrong.json()).fields.email]).toEqual([400, 'Please enter an address.'])
    await because('manual')
    expect((await remove({ email })).status).toBe(401)
    expect((await remove({ email }, (await anAuthor()).id)).status).toBe(403)
    expect(await suppressed()).toEqual([email])
  })
})

describe('a suppressed address', () => {
  test('gets a password reset anyway', async () => {
    await aProvenPerson({ email })
    await because('hard_bounce')
    await send('POST', '/users/forget-password', { body: { email } })
    expect((await mails()).map(({ to }) => to.address)).toEqual([email])
  })

  test.each(['hard_bounce', 'soft_bounces', 'complaint'] as const)(
    'after %s gets newsletters again once its owner confirms again',
    async (reason) => {
      await because(reason)
      await subscribe({ email, category: 'books' })
      expect(await suppressed()).toEqual([email])
      await confirmByMail()
      expect(await suppressed()).toEqual([])
    },
  )

  test('that has bounced can be confirmed again for what was confirmed before', async () => {
    await subscribe({ email, category: 'books' })
    await confirmByMail()
    await because('hard_bounce')
    passTime(dayMs)
    await subscribe({ email, category: 'books' })
    await confirmByMail()
    expect(await suppressed()).toEqual([])
  })

  test('stays so if an administrator entered it', async () => {
    await because('manual')
    await subscribe({ email, category: 'books' })
    await confirmByMail()
    expect(await suppressed()).toEqual([email])
  })

  test('of a signed-in person must prove that email arrives, after a complaint it need not', async () => {
    const me = await aProvenPerson({ email })
    await because('hard_bounce')
    await subscribe({ email, category: 'books' }, me.id)
    expect(await suppressed()).toEqual([email])
    await confirmByMail()
    expect(await suppressed()).toEqual([])
    await because('complaint')
    await subscribe({ email, category: 'fiction' }, me.id)
    expect(await suppressed()).toEqual([])
  })
})

test('five days of soft bounces within thirty suppress, more on one day and older ones do not', async () => {
  for (let count = 0; count < 6; count++) await bounceSoftly()
  for (let count = 0; count < 3; count++) {
    passTime(8 * dayMs)
    await bounceSoftly()
  }
  passTime(8 * dayMs)
  await bounceSoftly()
  expect(await suppressed()).toEqual([])
  await forgetOldSoftBounces(api().context)
  await forgetOldSoftBounces(api().context)
  expect((await api().pool.query('select 1 from soft_bounces')).rowCount).toBe(4)
  passTime(dayMs)
  await bounceSoftly()
  expect(await suppressed()).toEqual([email])
})
