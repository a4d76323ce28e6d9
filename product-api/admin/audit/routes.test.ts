import type { AuditEntry } from '#contract/audit.ts'
import { anAccount, dayMs, logIn, passTime, stopClock } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'

withApi()

const path = '/dashboard/audit'
const list = async (as: string, query = '') => (await (await get(path + query, { as })).json()) as AuditEntry[]
const sentences = async (as: string, query = '') => (await list(as, query)).map(({ sentence }) => sentence)

async function events() {
  stopClock()
  const admin = await anAdmin({ name: 'Root', email: 'root@example.com' })
  const ada = await anAccount({ name: 'Ada Lovelace', email: 'ada@example.com' })
  await logIn(ada.email)
  passTime(dayMs)
  const since = api().context.now().toISOString()
  await send('POST', `/users/${ada.id}/suspend`, {
    ...{ as: admin.id, body: { reason: 'sends spam' } },
    headers: { 'x-forwarded-for': '192.0.2.7', 'user-agent': 'curl/8' },
  })
  passTime(1)
  await send('POST', '/newsletters/suppressions', { as: admin.id, body: { email: 'gone@example.com' } })
  return { admin, ada, since, as: admin.id }
}

describe('GET /dashboard/audit', () => {
  test('says who did what to whom, when and from where, newest first', async () => {
    const { admin, ada, as, since } = await events()
    expect(await list(as)).toEqual([
      expect.objectContaining({ action: 'suppression_added', person: null, email: 'gone@example.com' }),
      {
        ...{ _id: expect.any(String), at: since, action: 'user_suspended' },
        sentence: 'Suspended the account: sends spam.',
        actor: { uuid: admin.id, name: 'Root' },
        person: { uuid: ada.id, name: 'Ada Lovelace' },
        ...{ email: 'ada@example.com', address: '192.0.2.7', device: '' },
      },
      expect.objectContaining({
        ...{ sentence: 'Logged in by password.', actor: { uuid: ada.id, name: 'Ada Lovelace' } },
        ...{ address: '192.0.2.1', device: 'Firefox on Windows' },
      }),
    ])
  })

  test('does not show the hash of a browser’s secret', async () => {
    const { as } = await events()
    const { rows } = await api().pool.query(
      "select details->>'browser' as browser from audit_events where action = 'sign_in'",
    )
    expect(rows[0]?.browser).toMatch(/^[0-9a-f]{64}$/)
    expect(await (await get(path, { as })).text()).not.toContain(rows[0]?.browser)
  })

  test.each([
    ['action', () => '?action=user_suspended', ['Suspended the account: sends spam.']],
    ['name', () => '?person=lovelace', ['Suspended the account: sends spam.', 'Logged in by password.']],
    ['email without an account', () => '?person=GONE@example.com', ['Suppressed an address.']],
    [
      'uuid of who did it',
      (admin: string) => `?person=${admin}&action=user_suspended`,
      ['Suspended the account: sends spam.'],
    ],
    ['an unknown name', () => '?person=zebra', []],
    ['an unknown id', () => '?person=0198c0de-0000-7000-8000-000000000000', []],
  ])('finds by %s', async (_, query, found) => {
    const { as } = await events()
    expect(await sentences(as, query(as))).toEqual(found)
  })

  test('filters by time', async () => {
    const { as, since } = await events()
    expect(await sentences(as, `?until=${since}`)).toEqual(['Logged in by password.'])
    expect(await list(as, `?from=${since}`)).toHaveLength(2)
  })

  test('pages through the list, filtered or not', async () => {
    const { as } = await events()
    for (const [query, rest] of [
      ['?limit=2', 'Logged in by password.'],
      ['?limit=1&person=ada', 'Logged in by password.'],
    ] as const) {
      const first = await get(path + query, { as })
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
      expect(await (await get(next, { as })).json()).toMatchObject([{ sentence: rest }])
    }
  })

  test('keeps the events of deleted accounts', async () => {
    const { as, ada } = await events()
    await api().pool.query('delete from users where id = $1', [ada.id])
    expect(await list(as, `?person=${ada.id}&action=sign_in`)).toMatchObject([{ actor: { uuid: ada.id, name: '' } }])
  })

  test('answers 400 and names what is wrong, 401 without a session and 403 to others', async () => {
    const { id: as } = await anAdmin()
    for (const [field, query] of [
      ['action', '?action=dancing'],
      ['from', '?from=yesterday'],
      ['cursor', '?cursor=abc'],
    ] as const) {
      const wrong = await get(path + query, { as })
      expect([wrong.status, (await wrong.json()).fields[field]]).toEqual([400, expect.any(String)])
    }
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { as: (await anAuthor()).id })).status).toBe(403)
  })
})
