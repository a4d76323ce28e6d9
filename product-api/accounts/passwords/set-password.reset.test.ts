import { takeShared } from '#platform/limits/limits.ts'
import {
  anAccount,
  auditTrail,
  firefox,
  hourMs,
  linkToken,
  logIn,
  passTime,
  rightPassword,
  safari,
  tokenIn,
  tokenOf,
} from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { expectSameTime, timeByTurns } from '#testing/expect-same-time.ts'
import { anAuthor } from '#testing/factories.ts'
import { accountJobs } from '../jobs.ts'

withApi()

const email = 'ada@example.com'
const next = 'another horse battery'
const forget = (address: string, from = '192.0.2.1', userAgent = firefox) =>
  send('POST', '/users/forget-password', {
    body: { email: address },
    headers: { 'x-forwarded-for': from, 'user-agent': userAgent },
  })
const reset = (token: string, password = next) => send('POST', '/users/reset-password', { body: { token, password } })
const statusOf = async (token: string) => (await get('/users/current_user', { token })).status
const resetMails = async () => (await mails()).filter((mail) => tokenIn(mail, '/reset-password/'))

describe('POST /users/forget-password', () => {
  const message = 'Password reset link will be sent to the email if the email exists in our record.'

  test('emails a link, and stores only the hash of its token', async () => {
    await anAccount({ email, name: 'Ada', emailProvenAt: new Date() })
    const response = await forget('ADA@example.com')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message })
    const token = await linkToken('/reset-password/')
    expect(await mails()).toMatchObject([{ to: { name: 'Ada', address: email } }])
    const { rows } = await api().pool.query('select * from account_tokens')
    const waited = await api().pool.query('select data from pgboss.job')
    expect(JSON.stringify([rows, waited.rows])).not.toContain(token)
  })

  test('answers the same to an unknown address, and sends nothing', async () => {
    const response = await forget('nobody@example.com')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message })
    expect(await mails()).toEqual([])
  })

  test('takes the same time for known and unknown addresses', async () => {
    await anAccount({ email })
    const times = await timeByTurns(60, {
      known: (round) => forget(email, `10.0.0.${round}`),
      unknown: (round) => forget('nobody@example.com', `10.0.0.${round}`),
    })
    expectSameTime(times)
  })

  test('sends at most three an hour to one account, with the same answer', async () => {
    await anAccount({ email })
    for (let count = 0; count < 5; count++) expect((await forget(email, `192.0.2.${count}`)).status).toBe(200)
    expect(await resetMails()).toHaveLength(3)
  })

  test('limits emails by address: one that belongs to another account now gets no more, a new one has its own limit', async () => {
    const { id } = await anAccount({ email })
    for (let count = 0; count < 3; count++) await forget(email)
    expect(await resetMails()).toHaveLength(3)
    await api().pool.query('update users set email = $1 where id = $2', ['new@example.com', id])
    await anAccount({ email: 'ADA@example.com' })
    await forget(email)
    await forget('new@example.com')
    expect((await resetMails()).slice(3)).toMatchObject([{ to: { address: 'new@example.com' } }])
  })

  test('does not count an email that failed', async () => {
    const { context } = api()
    await anAccount({ email })
    const mailer = { send: () => Promise.reject(new Error('The mail server is away')), close: async () => undefined }
    for (let count = 0; count < 5; count++) {
      await expect(accountJobs['send-reset-link']?.({ ...context, mailer }, { email })).rejects.toThrow('away')
    }
    await forget(email)
    expect(await resetMails()).toHaveLength(1)
  })

  test('limits requests by browser and by address', async () => {
    const { limits } = api().context
    for (let count = 0; count < 20; count++) expect((await forget(`x${count}@example.com`)).status).toBe(200)
    expect((await forget(email)).status).toBe(429)
    expect((await forget(email, '192.0.2.1', safari)).status).toBe(200)
    for (let count = 0; count < 179; count++) {
      await takeShared(limits, 'forgot', { address: '192.0.2.1', userAgent: `Browser ${count}` })
    }
    expect((await forget(email, '192.0.2.1', 'Another')).status).toBe(429)
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

  test('sets the password, ends every session, proves the address and notifies the owner', async () => {
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

  test('ends the session that it is asked with, too', async () => {
    await anAccount({ email })
    const [session, token] = [await tokenOf(email), await asked()]
    const body = { token, password: next }
    expect((await send('POST', '/users/reset-password', { body, token: session })).status).toBe(200)
    expect(await statusOf(session)).toBe(401)
  })

  test('accepts a link once, also of two simultaneous requests', async () => {
    await anAccount({ email })
    const token = await asked()
    const both = await Promise.all([reset(token), reset(token, 'a third horse battery')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const again = await reset(token)
    expect(await again.json()).toMatchObject({
      code: 'invalid_link',
      detail: 'This link has already been used or has expired. Please ask for a new one.',
    })
  })

  test('revokes every earlier link', async () => {
    await anAccount({ email })
    const [first, second] = [await asked(), await asked()]
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first)).status).toBe(400)
  })

  test('accepts a link for one hour', async () => {
    await anAccount({ email })
    const token = await asked()
    passTime(hourMs + 1)
    expect((await reset(token)).status).toBe(400)
    expect((await logIn(email)).status).toBe(200)
  })

  test.each(['password', 'password123', 'ada@example.com', 'short'])(
    'a weak password (%s) does not consume the link',
    async (weak) => {
      await anAccount({ email })
      const token = await asked()
      const refused = await reset(token, weak)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ fields: { password: expect.any(String) } })
      expect((await reset(token)).status).toBe(200)
    },
  )

  test('locks out the creator of an account with another person’s address', async () => {
    const { id } = await anAccount({ email })
    const { pool } = api()
    await pool.query(`insert into passkeys values ('evil', $1, '', 0, '{}', 'evil', now())`, [id])
    await pool.query(`insert into identities values ('issuer', 'evil', $1, now())`, [id])
    await send('POST', '/users/update-profile', { as: id, body: { email: 'evil@example.com' } })
    const evil = await linkToken('/confirm-email/')
    await reset(await asked())
    const { rows } = await pool.query('select user_id from passkeys union all select user_id from identities')
    expect(rows).toEqual([])
    expect((await send('POST', '/users/confirm-email', { as: id, body: { token: evil } })).status).toBe(400)
  })

  test('removes the passkeys of a proven account as well, and says so; keeps Google sign-in', async () => {
    const { id } = await anAccount({ email, emailProvenAt: new Date() })
    const other = await anAccount()
    const { pool } = api()
    await pool.query(`insert into passkeys values ('one', $1, '', 0, '{}', 'one', now())`, [id])
    await pool.query(`insert into passkeys values ('other', $1, '', 0, '{}', 'other', now())`, [other.id])
    await pool.query(`insert into identities values ('issuer', 'own', $1, now())`, [id])
    await reset(await asked())
    expect((await pool.query('select id from passkeys')).rows).toEqual([{ id: 'other' }])
    expect((await pool.query('select 1 from identities')).rows).toHaveLength(1)
    expect((await mails()).at(-1)?.text).toContain('every passkey was removed')
  })

  test('resets the limits on failed sign-ins', async () => {
    await anAccount({ email })
    const { limits } = api().context
    for (let count = 0; count < 50; count++) await limits.take('loginAccount', email)
    for (let count = 0; count < 5; count++) await limits.take('loginPair', `${email} 127.0.0.1`)
    expect((await logIn(email, rightPassword, { address: '127.0.0.1' })).status).toBe(429)
    expect((await reset(await asked())).status).toBe(200)
    expect((await logIn(email, next, { address: '127.0.0.1' })).status).toBe(200)
    expect((await logIn(email, next, { address: '198.51.100.7' })).status).toBe(200)
  })

  test('sets a first password for a person who signs in with Google', async () => {
    await anAuthor({ email, emailProvenAt: new Date() })
    await reset(await asked())
    expect((await logIn(email, next)).status).toBe(200)
  })

  test('names missing fields, limits unknown links, and never refuses a valid one', async () => {
    const response = await send('POST', '/users/reset-password', { body: {} })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { token: expect.any(String), password: expect.any(String) } })
    await anAccount({ email })
    const token = await asked()
    for (let count = 0; count < 30; count++) expect((await reset('guessed')).status).toBe(400)
    expect((await reset('guessed')).status).toBe(429)
    expect((await reset(token)).status).toBe(200)
  })
})

describe('GET /users/reset-password/:token', () => {
  const check = (token: string) => get(`/users/reset-password/${encodeURIComponent(token)}`)

  test('accepts a valid link without consuming it', async () => {
    await anAccount({ email, emailProvenAt: new Date() })
    await forget(email)
    const token = await linkToken('/reset-password/')
    expect((await check(token)).status).toBe(200)
    expect((await check(token)).status).toBe(200)
    expect((await reset(token)).status).toBe(200)
  })

  test('refuses a link that is used, expired or made up', async () => {
    await anAccount({ email, emailProvenAt: new Date() })
    await forget(email)
    const token = await linkToken('/reset-password/')
    passTime(hourMs + 1)
    for (const dead of [token, 'made-up']) {
      const response = await check(dead)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_link' })
    }
  })
})
