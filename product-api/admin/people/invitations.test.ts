import type { Invitation } from '#contract/invitations.ts'
import type { Actor } from '#platform/context.ts'
import { auditTrail, dayMs, passTime, rightPassword } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson } from '#testing/factories.ts'
import { invitationToken, invite } from '#testing/invitations.ts'

withApi()

let admin: Actor
beforeEach(async () => {
  admin = await anAdmin({ name: 'Root' })
})

const ask = (emails: unknown, as?: string) => send('POST', '/dashboard/invitations', { as, body: { emails } })
const list = async (query = '') =>
  (await (await get(`/dashboard/invitations${query}`, { as: admin.id })).json()) as Invitation[]
const listed = async (query = '') => (await list(query)).map(({ email }) => email)
const accept = async (email: string) =>
  send('POST', '/users/signup', {
    body: { name: 'Ada', email, password: rightPassword, invitation: await invitationToken(email) },
  })
const receivers = async () => (await mails()).map(({ to }) => to.address)

describe('POST /dashboard/invitations', () => {
  test('emails each address once, and is recorded in the audit', async () => {
    expect(await invite(admin, 'ada@example.com', ' ADA@example.com', 'bob@example.com')).toEqual([
      'invited',
      'invited',
    ])
    expect((await receivers()).sort()).toEqual(['ADA@example.com', 'bob@example.com'])
    expect(await auditTrail()).toMatchObject([
      { action: 'person_invited', actor_id: admin.id, email: 'ADA@example.com' },
      { action: 'person_invited', actor_id: admin.id, email: 'bob@example.com' },
    ])
  })

  test('lets people with an account publish instead, and says so', async () => {
    await aProvenPerson({ email: 'known@example.com' })
    await anAuthor({ email: 'unproven@example.com' })
    const emails = ['KNOWN@example.com', 'unproven@example.com', admin.email]
    expect(await invite(admin, ...emails)).toEqual(['let_in', 'unproven_account', 'has_account'])
    expect(await invite(admin, ...emails)).toEqual(['has_account', 'unproven_account', 'has_account'])
    expect(await receivers()).toEqual([])
    expect(await auditTrail()).toMatchObject([{ action: 'publishing_allowed', email: 'known@example.com' }])
    const { rows } = await api().pool.query('select email, invited_by from users where invited_at is not null')
    expect(rows).toEqual([{ email: 'known@example.com', invited_by: admin.id }])
  })

  test('sends an open invitation again, for another 14 days, up to three times a day', async () => {
    const other = await anAdmin({ name: 'Other' })
    expect(await invite(admin, 'ada@example.com')).toEqual(['invited'])
    passTime(dayMs / 2)
    expect(await invite(other, 'Ada@example.com')).toEqual(['sent_again'])
    const [invitation, ...others] = await list()
    expect(others).toEqual([])
    expect(invitation).toMatchObject({ email: 'ada@example.com', invited_by: 'Other', accepted: null })
    expect(Date.parse(invitation?.expires_at ?? '')).toBe(Date.parse(invitation?.created_at ?? '') + 14 * dayMs)
    expect(await invite(admin, 'ada@example.com')).toEqual(['sent_again'])
    expect(await invite(admin, 'ada@example.com')).toEqual(['too_often'])
    expect((await auditTrail('person_invited')).map(({ details }) => details)).toEqual([
      {},
      { again: 'yes' },
      { again: 'yes' },
    ])
  })

  test('two at once make one invitation', async () => {
    const outcomes = await Promise.all([invite(admin, 'ada@example.com'), invite(admin, 'ada@example.com')])
    expect(outcomes.flat().sort()).toEqual(['invited', 'sent_again'])
    expect(await listed()).toEqual(['ada@example.com'])
  })

  test('takes the invitation back of an address that has an account by now', async () => {
    await invite(admin, 'ada@example.com')
    await aProvenPerson({ email: 'ada@example.com' })
    expect(await invite(admin, 'ada@example.com')).toEqual(['let_in'])
    expect(await listed()).toEqual([])
  })

  test.each([
    ['emails', []],
    ['emails', undefined],
    ['emails', 'ada@example.com'],
    ['emails', Array.from({ length: 21 }, (_, n) => `${n}@example.com`)],
    ['emails.1', ['ada@example.com', 'nobody']],
    ['emails.0', [`${'a'.repeat(8_192)}@example.com`]],
    ['emails.0', ['ada@example.com\r\nBcc: eve@example.com']],
  ])('refuses bad %s, and invites nobody (%#)', async (field, emails) => {
    const response = await ask(emails, admin.id)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } })
    expect(await listed()).toEqual([])
  })

  test('limits how often one administrator invites', async () => {
    for (let count = 0; count < 60; count++) await api().context.limits.count('invite', admin.id)
    expect((await ask(['ada@example.com'], admin.id)).status).toBe(429)
  })
})

describe('GET /dashboard/invitations', () => {
  test('lists open and accepted ones, newest first, in pages, and no expired ones', async () => {
    await invite(admin, 'late@example.com')
    passTime(10 * dayMs)
    await invite(admin, 'ada@example.com')
    await accept('ada@example.com')
    passTime(5 * dayMs)
    await invite(admin, 'bob@example.com')
    expect(await list()).toMatchObject([
      { email: 'bob@example.com', accepted: null },
      {
        email: 'ada@example.com',
        accepted: { at: expect.any(String), uuid: expect.any(String), name: 'Ada' },
      },
    ])
    expect(await listed('?state=open')).toEqual(['bob@example.com'])
    expect(await listed('?state=accepted')).toEqual(['ada@example.com'])
    const first = await get('/dashboard/invitations?limit=1', { as: admin.id })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(await (await get(next, { as: admin.id })).json()).toMatchObject([{ email: 'ada@example.com' }])
    expect(JSON.stringify(await list())).not.toContain('token')
  })

  test('names a wrong state and a cursor of another list', async () => {
    for (const [field, query] of [
      ['state', '?state=closed'],
      ['cursor', '?cursor=abc'],
    ] as const) {
      const wrong = await get(`/dashboard/invitations${query}`, { as: admin.id })
      expect([wrong.status, (await wrong.json()).fields[field]]).toEqual([400, expect.any(String)])
    }
  })
})

describe('DELETE /dashboard/invitations/:id', () => {
  const withdraw = (id: string, as?: string) => send('DELETE', `/dashboard/invitations/${id}`, { as })

  test('ends it, once, and is recorded in the audit', async () => {
    await invite(admin, 'ada@example.com')
    const [{ _id } = { _id: '' }] = await list()
    expect((await withdraw(_id, admin.id)).status).toBe(200)
    expect((await withdraw(_id, admin.id)).status).toBe(404)
    expect(await receivers()).toEqual([])
    expect(await auditTrail('invitation_withdrawn')).toMatchObject([{ actor_id: admin.id, email: 'ada@example.com' }])
  })

  test('refuses one that was accepted, and an unknown one', async () => {
    await invite(admin, 'ada@example.com')
    const [{ _id } = { _id: '' }] = await list()
    await accept('ada@example.com')
    expect((await withdraw(_id, admin.id)).status).toBe(409)
    for (const id of ['0198c0de-0000-7000-8000-000000000000', 'nobody']) {
      expect((await withdraw(id, admin.id)).status).toBe(404)
    }
    expect((await withdraw('a'.repeat(65), admin.id)).status).toBe(400)
  })
})

test('invitations are for administrators only', async () => {
  const { id: as } = await anAuthor()
  const uuid = '0198c0de-0000-7000-8000-000000000000'
  for (const asked of [
    (as?: string) => ask(['ada@example.com'], as),
    (as?: string) => get('/dashboard/invitations', { as }),
    (as?: string) => send('DELETE', `/dashboard/invitations/${uuid}`, { as }),
  ]) {
    expect((await asked()).status).toBe(401)
    expect((await asked(as)).status).toBe(403)
  }
  expect(await receivers()).toEqual([])
})

describe('POST /users/:uuid/allow-publishing and withdraw-publishing', () => {
  const change = (what: 'allow' | 'withdraw', uuid: string, as?: string) =>
    send('POST', `/users/${uuid}/${what}-publishing`, { as })

  test('let a person publish and end that, each once, and are recorded in the audit', async () => {
    const { id } = await aProvenPerson()
    for (let count = 0; count < 2; count++) {
      const { publishing_approval } = await (await change('allow', id, admin.id)).json()
      expect(publishing_approval).toEqual({ at: expect.any(String), by: 'Root' })
    }
    for (let count = 0; count < 2; count++) {
      expect(await (await change('withdraw', id, admin.id)).json()).toMatchObject({ publishing_approval: null })
    }
    expect(await auditTrail()).toMatchObject([
      { action: 'publishing_allowed', actor_id: admin.id, user_id: id },
      { action: 'publishing_withdrawn', actor_id: admin.id, user_id: id },
    ])
  })

  test('refuse an address that is not confirmed', async () => {
    const response = await change('allow', (await anAuthor()).id, admin.id)
    expect([response.status, (await response.json()).detail]).toEqual([
      409,
      'This person has to confirm their email address before you can let them publish.',
    ])
  })

  test.each(['allow', 'withdraw'] as const)('%s: no session, others and an unknown person', async (what) => {
    const { id } = await aProvenPerson()
    expect((await change(what, id)).status).toBe(401)
    expect((await change(what, id, id)).status).toBe(403)
    for (const unknown of ['nobody', '0198c0de-0000-7000-8000-000000000000']) {
      expect((await change(what, unknown, admin.id)).status).toBe(404)
    }
  })
})
