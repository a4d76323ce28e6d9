import {
  anAccount,
  auditTrail,
  hourMs,
  linkToken,
  logIn,
  passTime,
  rightPassword,
  tokenIn,
  tokenOf,
} from '../testing/accounts.ts'
import { api, get, mails, send, withApi } from '../testing/api.ts'
import { anAuthor } from '../testing/factories.ts'
import { userJobs } from './jobs.ts'

withApi()

const email = 'ada@example.com'
const next = 'another horse battery'
const forget = (address: string, from = '192.0.2.1') =>
  send('POST', '/users/forget-password', { body: { email: address }, headers: { 'x-forwarded-for': from } })
const reset = (token: string, password = next) => send('POST', '/users/reset-password', { body: { token, password } })
const change = (token: string | undefined, body: object) => send('POST', '/users/change-password', { token, body })
const statusOf = async (token: string) => (await get('/users/current_user', { token })).status
const resetMails = async () => (await mails()).filter((mail) => tokenIn(mail, '/reset-password/'))

describe('POST /users/forget-password', () => {
  const message = 'Password reset link will be sent to the email if the email exists in our record.'

  test('sends a link to the account, whose token is kept as a hash only', async () => {
    await anAccount({ email, name: 'Ada' })
    const response = await forget('ADA@example.com')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message })
    const token = await linkToken('/reset-password/')
    expect(await mails()).toMatchObject([{ to: { name: 'Ada', address: email } }])
    const { rows } = await api().pool.query('select * from account_tokens')
    const waited = await api().pool.query('select data from pgboss.job')
    expect(JSON.stringify([rows, waited.rows])).not.toContain(token)
  })

  test('says the same to an unknown address, and sends nothing', async () => {
    const response = await forget('nobody@example.com')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message })
    expect(await mails()).toEqual([])
  })

  test('takes the same time for both', async () => {
    await anAccount({ email })
    const times: number[][] = [[], []]
    for (let round = 0; round < 60; round++) {
      for (const [which, address] of [email, 'nobody@example.com'].entries()) {
        const start = performance.now()
        await forget(address, `10.0.0.${round}`)
        times[which]?.push(performance.now() - start)
      }
    }
    const [known = 0, unknown = 0] = times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)
    expect(known / unknown).toBeGreaterThan(0.66)
    expect(known / unknown).toBeLessThan(1.5)
  })

  test('sends at most three an hour to one account, and says nothing of it', async () => {
    await anAccount({ email })
    for (let count = 0; count < 5; count++) expect((await forget(email, `192.0.2.${count}`)).status).toBe(200)
    expect(await resetMails()).toHaveLength(3)
  })

  test('a mail that failed does not count', async () => {
    const { context } = api()
    await anAccount({ email })
    const mailer = { send: () => Promise.reject(new Error('The mail server is away')), close: async () => undefined }
    for (let count = 0; count < 5; count++) {
      await expect(userJobs['send-reset-link']?.({ ...context, mailer }, { email })).rejects.toThrow('away')
    }
    await forget(email)
    expect(await resetMails()).toHaveLength(1)
  })

  test('limits how often one address asks', async () => {
    for (let count = 0; count < 20; count++) expect((await forget(`x${count}@example.com`)).status).toBe(200)
    expect((await forget(email)).status).toBe(429)
    expect((await forget(email, '192.0.2.2')).status).toBe(200)
  })

  test.each(['', 'x', 'a@x.test, b@y.test', 'b@y.test\r\nBcc: evil@z.test'])(
    'refuses %j and names the field',
    async (typed) => {
      const response = await forget(typed)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { email: expect.any(String) } })
    },
  )
})

describe('POST /users/reset-password', () => {
  const asked = async () => {
    await forget(email)
    return linkToken('/reset-password/')
  }

  test('sets the password, ends every session, proves the address and tells the owner', async () => {
    const { id } = await anAccount({ email })
    const sessions = [await tokenOf(email), await tokenOf(email)]
    const response = await reset(await asked())
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message: 'Password reset successful.' })
    expect(await Promise.all(sessions.map(statusOf))).toEqual([401, 401])
    expect((await logIn(email, rightPassword)).status).toBe(401)
    expect(await (await logIn(email, next)).json()).toMatchObject({ user: { uuid: id, email_proven: true } })
    expect((await mails()).at(-1)).toMatchObject({
      to: { address: email },
      subject: expect.stringContaining('was changed'),
    })
    expect(await auditTrail('password_reset')).toMatchObject([{ user_id: id, email }])
  })

  test('a link works once, also in two tabs at once', async () => {
    await anAccount({ email })
    const token = await asked()
    const both = await Promise.all([reset(token), reset(token, 'a third horse battery')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const again = await reset(token)
    expect(await again.json()).toMatchObject({
      code: 'invalid_link',
      detail: 'This link has been used or is too old. Please ask for a new one.',
    })
  })

  test('every link asked for before ends with it', async () => {
    await anAccount({ email })
    const [first, second] = [await asked(), await asked()]
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first)).status).toBe(400)
  })

  test('holds one hour', async () => {
    await anAccount({ email })
    const token = await asked()
    passTime(hourMs + 1)
    expect((await reset(token)).status).toBe(400)
    expect((await logIn(email)).status).toBe(200)
  })

  test.each(['password', 'password123', 'ada@example.com', 'short'])(
    'a weak password (%s) does not use the link up',
    async (weak) => {
      await anAccount({ email })
      const token = await asked()
      const refused = await reset(token, weak)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ fields: { password: expect.any(String) } })
      expect((await reset(token)).status).toBe(200)
    },
  )

  test('shuts out whoever had made the account with an address of somebody else', async () => {
    const { id } = await anAccount({ email })
    const { pool } = api()
    await pool.query(`insert into passkeys values ('evil', $1, '', 0, '{}', 'evil', now())`, [id])
    await pool.query(`insert into identities values ('issuer', 'evil', $1, now())`, [id])
    await send('POST', '/users/update-profile', { as: id, body: { email: 'evil@example.com' } })
    const evil = await linkToken('/confirm-email/')
    await reset(await asked())
    const { rows } = await pool.query('select user_id from passkeys union all select user_id from identities')
    expect(rows).toEqual([])
    expect((await send('POST', '/users/confirm-email', { body: { token: evil } })).status).toBe(400)
  })

  test('keeps the passkeys of somebody whose address was proven', async () => {
    const { id } = await anAccount({ email, emailProvenAt: new Date() })
    await api().pool.query(`insert into passkeys values ('own', $1, '', 0, '{}', 'own', now())`, [id])
    await reset(await asked())
    expect((await api().pool.query('select 1 from passkeys')).rows).toHaveLength(1)
  })

  test('gives a first password to somebody who signs in with Google', async () => {
    await anAuthor({ email, emailProvenAt: new Date() })
    await reset(await asked())
    expect((await logIn(email, next)).status).toBe(200)
  })

  test('names what is missing, and limits tries', async () => {
    const response = await send('POST', '/users/reset-password', { body: {} })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { token: expect.any(String), password: expect.any(String) } })
    for (let count = 0; count < 30; count++) expect((await reset('guessed')).status).toBe(400)
    expect((await reset('guessed')).status).toBe(429)
  })
})

describe('POST /users/change-password', () => {
  const body = { currentPassword: rightPassword, password: next }

  test('sets the password, ends the other sessions and tells the owner', async () => {
    const { id } = await anAccount({ email })
    const [here, there] = [await tokenOf(email), await tokenOf(email)]
    expect((await change(here, body)).status).toBe(200)
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect((await logIn(email, next)).status).toBe(200)
    expect(await mails()).toMatchObject([{ to: { address: email }, subject: expect.stringContaining('was changed') }])
    expect(await auditTrail('password_changed')).toMatchObject([{ actor_id: id, user_id: id }])
  })

  test.each([undefined, '', 'wrong horse'])(
    'refuses the current password %j and names the field',
    async (currentPassword) => {
      await anAccount({ email })
      const token = await tokenOf(email)
      const refused = await change(token, { currentPassword, password: next })
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ fields: { currentPassword: expect.any(String) } })
      expect((await logIn(email)).status).toBe(200)
    },
  )

  test('limits how often the current one is guessed', async () => {
    await anAccount({ email })
    const token = await tokenOf(email)
    for (let count = 0; count < 5; count++) await change(token, { ...body, currentPassword: 'wrong horse' })
    expect((await change(token, body)).status).toBe(429)
  })

  test('asks for none where there is none yet', async () => {
    const { id } = await anAuthor({ email })
    const response = await send('POST', '/users/change-password', { as: id, body: { password: next } })
    expect(response.status).toBe(200)
    expect((await logIn(email, next)).status).toBe(200)
  })

  test('ends a change of address that somebody else may have asked for', async () => {
    const { id } = await anAccount({ email })
    await send('POST', '/users/update-profile', { as: id, body: { email: 'evil@example.com' } })
    const evil = await linkToken('/confirm-email/')
    await change(await tokenOf(email), body)
    expect((await send('POST', '/users/confirm-email', { body: { token: evil } })).status).toBe(400)
  })

  test('refuses a weak one, and no session', async () => {
    await anAccount({ email })
    const refused = await change(await tokenOf(email), { ...body, password: 'password123' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ fields: { password: expect.any(String) } })
    expect((await change(undefined, body)).status).toBe(401)
  })
})
