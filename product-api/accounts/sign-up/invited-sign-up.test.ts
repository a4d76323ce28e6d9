import type { Actor } from '#platform/context.ts'
import { auditTrail, dayMs, firefox, logIn, passTime, rightPassword } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { invitationToken, invite, setSite } from '#testing/invitations.ts'

withApi()

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: rightPassword }
const signUp = (body: object = {}) =>
  send('POST', '/users/signup', {
    body: { ...ada, ...body },
    headers: { 'x-forwarded-for': '192.0.2.1', 'user-agent': firefox },
  })
const answer = async (asked: Promise<Response>) => {
  const response = await asked
  const { detail, code } = (await response.json()) as { detail?: string; code?: string }
  return { status: response.status, code, detail }
}
const users = async () => (await api().pool.query("select * from users where role = 'user'")).rows

let admin: Actor
beforeEach(async () => {
  admin = await anAdmin({ name: 'Root', email: 'root@example.com' })
})
async function anInvitation(email = ada.email): Promise<string> {
  await invite(admin, email)
  return invitationToken(email)
}

const onlyInvited = {
  status: 403,
  code: 'forbidden',
  detail:
    'Only invited people can create an account here. If you would like an invitation, write to hello@bytewise.example.',
}
const closed = {
  status: 403,
  code: 'forbidden',
  detail: 'New accounts can’t be created here at the moment. If you have a question, write to hello@bytewise.example.',
}
const dead = {
  status: 400,
  code: 'invalid_link',
  detail:
    'This invitation has been used, has expired or is for another address. For a new one, write to hello@bytewise.example.',
}

describe('POST /users/signup where only invited people may', () => {
  beforeEach(() => setSite({ sign_up: 'invited' }))

  test('refuses everyone else, in the same words whether or not the address has an account or an invitation', async () => {
    await anAuthor({ email: 'known@example.com' })
    await anInvitation('invited@example.com')
    for (const email of ['ada@example.com', 'known@example.com', 'invited@example.com']) {
      expect(await answer(signUp({ email }))).toEqual(onlyInvited)
    }
    expect(await users()).toHaveLength(1)
  })

  test('creates the account of an invited person, whose address counts as confirmed', async () => {
    const invitation = await anInvitation()
    expect((await signUp({ email: 'ADA@example.com', invitation })).status).toBe(200)
    expect((await logIn(ada.email)).status).toBe(200)
    expect(await users()).toEqual([
      expect.objectContaining({
        ...{ email: 'ADA@example.com', invited_by: admin.id },
        ...{ invited_at: expect.any(Date), email_proven_at: expect.any(Date) },
      }),
    ])
    const [, welcome, ...others] = await mails()
    expect(others).toEqual([])
    expect(welcome).toMatchObject({ to: { address: 'ADA@example.com' }, subject: 'Welcome to Bytewise' })
    expect(welcome?.text).not.toContain('/confirm-email/')
    expect((await auditTrail()).map(({ action }) => action)).toEqual([
      'person_invited',
      'sign_up',
      'invitation_accepted',
      'sign_in',
    ])
  })

  test('takes an invitation once', async () => {
    const invitation = await anInvitation()
    expect((await signUp({ invitation })).status).toBe(200)
    expect(await answer(signUp({ invitation }))).toEqual(dead)
  })

  test('of two at once with one invitation, one wins', async () => {
    const invitation = await anInvitation()
    const statuses = (await Promise.all([signUp({ invitation }), signUp({ invitation })])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
    expect(await users()).toHaveLength(1)
  })

  test('refuses another address with somebody’s token', async () => {
    const invitation = await anInvitation()
    expect(await answer(signUp({ email: 'eve@example.com', invitation }))).toEqual(dead)
    await anAuthor({ email: 'known@example.com' })
    expect(await answer(signUp({ email: 'known@example.com', invitation }))).toEqual(dead)
    expect((await signUp({ invitation })).status).toBe(200)
  })

  test('refuses an expired invitation, and accepts it up to then', async () => {
    const late = await anInvitation()
    const early = await anInvitation('bob@example.com')
    passTime(14 * dayMs - 60_000)
    expect((await signUp({ email: 'bob@example.com', invitation: early })).status).toBe(200)
    passTime(61_000)
    expect(await answer(signUp({ invitation: late }))).toEqual(dead)
  })

  test('refuses a withdrawn one, and the link of an earlier email', async () => {
    const withdrawn = await anInvitation()
    const { rows } = await api().pool.query('select id from invitations')
    await send('DELETE', `/dashboard/invitations/${rows[0].id}`, { as: admin.id })
    expect(await answer(signUp({ invitation: withdrawn }))).toEqual(dead)
    const earlier = await anInvitation()
    const newest = await anInvitation()
    expect(await answer(signUp({ invitation: earlier }))).toEqual(dead)
    expect((await signUp({ invitation: newest })).status).toBe(200)
  })

  test.each(['', 'a'.repeat(8_192), 42, null])('refuses bad input for the invitation (%#)', async (invitation) => {
    const response = await signUp({ invitation })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { invitation: expect.any(String) } })
  })

  test('limits guesses, but never a valid invitation', async () => {
    const invitation = await anInvitation()
    for (let count = 0; count < 30; count++) expect((await signUp({ invitation: 'guess' })).status).toBe(400)
    expect((await signUp({ invitation: 'guess' })).status).toBe(429)
    expect((await signUp({ invitation })).status).toBe(200)
  })

  test('answers a retry with the same invitation, if the outcome of the first try was unknown', async () => {
    const invitation = await anInvitation()
    expect((await signUp({ invitation })).status).toBe(200)
    await api().context.limits.count('signupInDoubt', `${ada.email} 192.0.2.1 ${firefox}`)
    expect((await signUp({ invitation })).status).toBe(200)
    expect(await answer(signUp({ invitation, password: 'another battery staple' }))).toEqual(dead)
    expect(await users()).toHaveLength(1)
  })

  test('follows the settings from one call to the next', async () => {
    const invitation = await anInvitation()
    await setSite({ sign_up: 'administrators' })
    expect(await answer(signUp({ invitation }))).toEqual(closed)
    await setSite({})
    expect((await signUp({ email: 'bob@example.com' })).status).toBe(200)
  })
})

test('refuses every new person where only administrators may sign up, also with an invitation', async () => {
  const invitation = await anInvitation()
  await setSite({ sign_up: 'administrators' })
  await anAuthor({ email: 'known@example.com' })
  for (const body of [{}, { invitation }, { email: 'known@example.com' }]) {
    expect(await answer(signUp(body))).toEqual(closed)
  }
})

test('where anyone may sign up, an invitation works too, and a dead one is named', async () => {
  const invitation = await anInvitation()
  expect(await answer(signUp({ invitation: 'wrong' }))).toEqual(dead)
  expect((await signUp({ invitation })).status).toBe(200)
  expect((await signUp({ email: 'bob@example.com' })).status).toBe(200)
  const invited = (await users()).map(({ email, invited_at, email_proven_at }) => [
    email,
    !!invited_at,
    !!email_proven_at,
  ])
  expect(invited.sort()).toEqual([
    ['ada@example.com', true, true],
    ['bob@example.com', false, false],
  ])
})

describe('GET /users/invitation/:token', () => {
  test('answers whom it invites, and who did, as often as one asks', async () => {
    const token = await anInvitation()
    for (let count = 0; count < 40; count++) {
      const response = await get(`/users/invitation/${token}`)
      expect(await response.json()).toEqual({
        ...{ email: ada.email, invited_by: 'Root', expires_at: expect.any(String) },
      })
    }
  })

  test('answers the same for a used, an expired and an unknown token, and limits guesses', async () => {
    const used = await anInvitation()
    await signUp({ invitation: used })
    const expired = await anInvitation('bob@example.com')
    passTime(14 * dayMs)
    for (const token of [used, expired, 'unknown']) {
      expect(await answer(get(`/users/invitation/${token}`))).toEqual(dead)
    }
    expect((await get(`/users/invitation/${'a'.repeat(201)}`)).status).toBe(400)
    for (let count = 3; count < 30; count++) await get('/users/invitation/unknown')
    expect((await get('/users/invitation/unknown')).status).toBe(429)
  })
})

test('neither a job nor a row nor the log has the token, and a job for a withdrawn invitation sends nothing', async () => {
  await invite(admin, ada.email)
  const { rows: jobs } = await api().pool.query('select data from pgboss.job')
  expect(JSON.stringify(jobs)).toContain('send-invitation')
  expect(JSON.stringify(jobs)).not.toContain(ada.email)
  const token = await invitationToken(ada.email)
  const { rows } = await api().pool.query('select * from invitations')
  expect(JSON.stringify(rows)).not.toContain(token)
  await get(`/users/invitation/${token}`)
  await get(`/users/invitation/${token}x`)
  expect(api().log.join()).not.toContain(token)
  await invite(admin, 'bob@example.com')
  await api().pool.query("delete from invitations where email = 'bob@example.com'")
  expect((await mails()).map(({ to }) => to.address)).toEqual([ada.email])
})

test('the email names who invites, the site, and until when', async () => {
  await anInvitation()
  const [mail] = await mails()
  expect(mail).toMatchObject({ subject: 'Root has invited you to Bytewise', to: { name: '', address: ada.email } })
  expect(mail?.text).toMatch(/valid until \d+\s\w+\s\d{4}/)
  expect(mail?.text).toMatch(/If you don’t want an account, ignore\sthis\semail/)
})
