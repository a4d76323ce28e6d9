import type { AccountSummary } from '#contract/people.ts'
import { anAccount, anOldSession, auditTrail, passTime, rightPassword } from '#testing/accounts.ts'
import { api, get, openSession, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'

withApi()

const list = async (as: string, query = '') => (await (await get(`/users${query}`, { as })).json()) as AccountSummary[]
const names = async (as: string, query = '') => (await list(as, query)).map(({ name }) => name)
const suspend = (uuid: string, as?: string, reason = 'sends spam') =>
  send('POST', `/users/${uuid}/suspend`, { as, body: { reason } })
const lift = (uuid: string, as?: string) => send('POST', `/users/${uuid}/lift-suspension`, { as })
const setRole = (uuid: string, role: string, as?: string) => send('POST', `/users/${uuid}/role`, { as, body: { role } })
const detailOf = async (response: Response) => [response.status, (await response.json()).detail]

async function people(...named: string[]) {
  const made = []
  for (const name of named) {
    made.push(await anAuthor({ name, email: `${name.replaceAll(' ', '.').toLowerCase()}@example.com` }))
    passTime(1)
  }
  return made
}

describe('GET /users', () => {
  test('lists people newest first, in pages', async () => {
    const { id: as } = await anAdmin({ name: 'Root' })
    passTime(1)
    await people('Ada', 'Bob', 'Cy')
    expect(await names(as)).toEqual(['Cy', 'Bob', 'Ada', 'Root'])
    const first = await get('/users?limit=3&query=', { as })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(((await (await get(next, { as })).json()) as AccountSummary[]).map(({ name }) => name)).toEqual(['Root'])
  })

  test('answers an account’s details, without its password hash', async () => {
    const { id: as } = await anAdmin()
    const writer = await anAccount({ name: 'Ada', email: 'ada@example.com', emailProvenAt: new Date() })
    await aStory({ by: writer })
    await aStory({ by: writer, isDraft: true })
    await openSession(api().context, writer.id)
    const response = await get('/users?query=ada', { as })
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await response.json()).toEqual([
      {
        ...{ uuid: writer.id, name: 'Ada', email: 'ada@example.com', email_proven: true, role: 'user' },
        ...{ created_at: expect.any(String), last_seen_at: expect.any(String), stories: 1, suspension: null },
        ...{ mailing_approval: null, publishing_approval: null },
      },
    ])
  })

  test.each([
    ['a piece of the name', 'lovel', ['Ada Lovelace']],
    ['words in any order and case', 'LOVELACE ada', ['Ada Lovelace']],
    ['the beginning of a word, of two letters', 'lo', ['Ada Lovelace']],
    ['an email', 'b_b@example.com', ['B_b']],
    ['a piece of an email', '_b@exam', ['B_b']],
    ['wildcards of a pattern, which are escaped', '%', []],
    ['an unknown name', 'zebra', []],
  ])('finds by %s', async (_, query, found) => {
    const { id: as } = await anAdmin()
    await people('Ada Lovelace', 'B_b', 'Bxb')
    expect(await names(as, `?query=${encodeURIComponent(query)}`)).toEqual(found)
  })

  test('filters by administrators and by suspended people', async () => {
    const { id: as } = await anAdmin({ name: 'Root' })
    const [ada] = await people('Ada', 'Bob')
    await suspend(ada?.id ?? '', as)
    expect(await names(as, '?filter=admins')).toEqual(['Root'])
    expect(await names(as, '?filter=suspended&query=ada')).toEqual(['Ada'])
  })

  test('answers 400 and names what is wrong, 401 without a session and 403 to others', async () => {
    const { id: as } = await anAdmin()
    for (const [field, query] of [
      ['filter', '?filter=robots'],
      ['cursor', '?cursor=abc'],
    ] as const) {
      const wrong = await get(`/users${query}`, { as })
      expect([wrong.status, (await wrong.json()).fields[field]]).toEqual([400, expect.any(String)])
    }
    expect((await get('/users')).status).toBe(401)
    expect((await get('/users', { as: (await anAuthor()).id })).status).toBe(403)
  })
})

describe('POST /users/:uuid/suspend', () => {
  test('ends every session, and records who did it and why', async () => {
    const admin = await anAdmin({ name: 'Root' })
    const writer = await anAccount()
    const token = await openSession(api().context, writer.id)
    const response = await suspend(writer.id, admin.id, ' sends spam ')
    expect(await response.json()).toMatchObject({
      ...{ uuid: writer.id, last_seen_at: null },
      suspension: { at: expect.any(String), reason: 'sends spam', by: 'Root' },
    })
    expect((await get('/users/current_user', { token })).status).toBe(401)
    expect(await auditTrail('user_suspended')).toEqual([
      expect.objectContaining({ actor_id: admin.id, user_id: writer.id, details: { reason: 'sends spam' } }),
    ])
  })

  test('keeps the stories public', async () => {
    const by = await anAuthor()
    const { slug } = await aStory({ by })
    await suspend(by.id, (await anAdmin()).id)
    expect((await get(`/contents/${slug}`)).status).toBe(200)
  })

  test.each(['', '   ', 'a'.repeat(301)])('answers 400 and names the reason: %j', async (reason) => {
    const response = await suspend((await anAuthor()).id, (await anAdmin()).id, reason)
    expect([response.status, (await response.json()).fields.reason]).toEqual([400, expect.any(String)])
  })

  test('refuses the caller’s own account, and a suspended one', async () => {
    const { id: as } = await anAdmin()
    const { id } = await anAdmin()
    expect(await detailOf(await suspend(as, as))).toEqual([409, "You can't suspend your own account."])
    expect((await suspend(id, as)).status).toBe(200)
    expect(await detailOf(await suspend(id, as))).toEqual([409, 'This account is already suspended.'])
  })

  test('answers 401 without a session, 403 to others and 404 for an unknown person', async () => {
    const { id } = await anAuthor()
    const { id: as } = await anAdmin()
    expect((await suspend(id)).status).toBe(401)
    expect((await suspend(id, (await anAuthor()).id)).status).toBe(403)
    for (const unknown of ['nobody', '0198c0de-0000-7000-8000-000000000000']) {
      expect((await suspend(unknown, as)).status).toBe(404)
    }
  })
})

describe('POST /users/:uuid/lift-suspension', () => {
  test('restores access, and is recorded in the audit', async () => {
    const { id: as } = await anAdmin()
    const writer = await anAuthor()
    await suspend(writer.id, as)
    expect(await (await lift(writer.id, as)).json()).toMatchObject({ suspension: null })
    expect((await get('/users/current_user', { as: writer.id })).status).toBe(200)
    expect(await auditTrail('suspension_lifted')).toEqual([
      expect.objectContaining({ actor_id: as, user_id: writer.id }),
    ])
  })

  test('refuses an account that is not suspended, no session, others and an unknown person', async () => {
    const { id: as } = await anAdmin()
    const { id } = await anAuthor()
    expect(await detailOf(await lift(id, as))).toEqual([409, 'This account is not suspended.'])
    expect((await lift(id)).status).toBe(401)
    expect((await lift(id, (await anAuthor()).id)).status).toBe(403)
    expect((await lift('nobody', as)).status).toBe(404)
  })
})

describe('POST /users/:uuid/role', () => {
  test('makes an administrator, who has to sign in again, and a user again', async () => {
    const { id: as } = await anAdmin()
    const { id } = await aProvenPerson()
    const token = await openSession(api().context, id)
    expect(await (await setRole(id, 'admin', as)).json()).toMatchObject({ role: 'admin' })
    expect((await get('/users/current_user', { token })).status).toBe(401)
    expect((await get('/users', { as: id })).status).toBe(200)
    expect(await (await setRole(id, 'user', as)).json()).toMatchObject({ role: 'user' })
    expect(await auditTrail('role_changed')).toMatchObject([
      { actor_id: as, user_id: id, details: { from: 'user', to: 'admin' } },
      { actor_id: as, user_id: id, details: { from: 'admin', to: 'user' } },
    ])
  })

  test('asks for the password if the sign-in was a while ago', async () => {
    const admin = await anAccount({ role: 'admin' })
    const { id } = await aProvenPerson()
    const token = await anOldSession(admin.id)
    const ask = (currentPassword?: string) =>
      send('POST', `/users/${id}/role`, { token, body: { role: 'admin', currentPassword } })
    const refused = await ask()
    expect([refused.status, (await refused.json()).fields.currentPassword]).toEqual([403, expect.any(String)])
    expect((await ask('wrong')).status).toBe(403)
    expect((await ask(rightPassword)).status).toBe(200)
  })

  test('changes nothing if the person has the role already, and ends no session', async () => {
    const { id: as } = await anAdmin()
    const { id } = await aProvenPerson()
    const token = await openSession(api().context, id)
    expect((await setRole(id, 'user', as)).status).toBe(200)
    expect((await get('/users/current_user', { token })).status).toBe(200)
    expect(await auditTrail('role_changed')).toEqual([])
  })

  test('refuses an unproven address, a suspended account and the last administrator', async () => {
    const { id: as } = await anAdmin()
    expect((await setRole((await anAuthor()).id, 'admin', as)).status).toBe(409)
    const { id: suspended } = await aProvenPerson()
    await suspend(suspended, as)
    expect(await detailOf(await setRole(suspended, 'admin', as))).toEqual([409, expect.stringContaining('suspended')])
    expect(await detailOf(await setRole(as, 'user', as))).toEqual([409, expect.stringContaining('only administrator')])
  })

  test('does not count a suspended administrator as another one', async () => {
    const { id: as } = await anAdmin()
    const { id: other } = await anAdmin()
    await suspend(other, as)
    expect((await setRole(as, 'user', as)).status).toBe(409)
    await lift(other, as)
    expect((await setRole(as, 'user', as)).status).toBe(200)
  })

  test('answers 400 to an unknown role, 401, 403 and 404', async () => {
    const { id: as } = await anAdmin()
    const { id } = await aProvenPerson()
    const wrong = await setRole(id, 'king', as)
    expect([wrong.status, (await wrong.json()).fields.role]).toEqual([400, expect.any(String)])
    expect((await setRole(id, 'admin')).status).toBe(401)
    expect((await setRole(id, 'admin', id)).status).toBe(403)
    expect((await setRole('nobody', 'admin', as)).status).toBe(404)
  })
})

describe('two administrators at the same time', () => {
  const admins = async () =>
    (await api().pool.query("select id from users where role = 'admin' and suspended_at is null")).rows.length

  test.each([
    ['remove each other’s role', (uuid: string, token: string) => asked(uuid, 'role', token, { role: 'user' })],
    ['suspend each other', (uuid: string, token: string) => asked(uuid, 'suspend', token, { reason: 'no' })],
  ])('leave one if they %s', async (_, act) => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await anAdmin(), await anAdmin()]
      await api().pool.query("update users set role = 'user' where id <> all($1)", [[one.id, two.id]])
      const { context } = api()
      const [ofOne, ofTwo] = [await openSession(context, one.id), await openSession(context, two.id)]
      const answers = await Promise.all([act(two.id, ofOne), act(one.id, ofTwo)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
      expect(await admins()).toBe(1)
    }
  })

  test('leave one if both give up their own role', async () => {
    const [one, two] = [await anAdmin(), await anAdmin()]
    const answers = await Promise.all([setRole(one.id, 'user', one.id), setRole(two.id, 'user', two.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await admins()).toBe(1)
  })

  const asked = (uuid: string, what: string, token: string, body: object) =>
    send('POST', `/users/${uuid}/${what}`, { token, body })
})
