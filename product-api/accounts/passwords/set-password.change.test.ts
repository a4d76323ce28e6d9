import { anAccount, auditTrail, linkToken, logIn, rightPassword, tokenOf } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'

withApi()

const email = 'ada@example.com'
const next = 'another horse battery'
const change = (token: string | undefined, body: object) => send('POST', '/users/change-password', { token, body })
const statusOf = async (token: string) => (await get('/users/current_user', { token })).status

describe('POST /users/change-password', () => {
  const body = { currentPassword: rightPassword, password: next }

  test('changes the password, ends the other sessions and notifies the owner', async () => {
    const { id } = await anAccount({ email })
    const [here, there] = [await tokenOf(email), await tokenOf(email)]
    expect((await change(here, body)).status).toBe(200)
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect((await logIn(email, next)).status).toBe(200)
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: { address: email }, subject: expect.stringContaining('was changed') })
    expect(mail?.text.replace(/\n/g, ' ')).toContain(
      'Your passkeys stay as they are; you can check them under Account security.',
    )
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

  test('limits wrong current passwords', async () => {
    await anAccount({ email })
    const token = await tokenOf(email)
    for (let count = 0; count < 5; count++) await change(token, { ...body, currentPassword: 'wrong horse' })
    expect((await change(token, body)).status).toBe(429)
  })

  test('requires no current password if the account has none', async () => {
    const { id } = await anAuthor({ email })
    const response = await send('POST', '/users/change-password', { as: id, body: { password: next } })
    expect(response.status).toBe(200)
    expect((await logIn(email, next)).status).toBe(200)
  })

  test('cancels a pending change of email, which an intruder may have requested', async () => {
    const { id } = await anAccount({ email })
    await send('POST', '/users/update-profile', { as: id, body: { email: 'evil@example.com' } })
    const evil = await linkToken('/confirm-email/')
    await change(await tokenOf(email), body)
    expect((await send('POST', '/users/confirm-email', { as: id, body: { token: evil } })).status).toBe(400)
  })

  test('keeps passkeys', async () => {
    const { id } = await anAccount({ email })
    await api().pool.query(`insert into passkeys values ('own', $1, '', 0, '{}', 'own', now())`, [id])
    expect((await change(await tokenOf(email), body)).status).toBe(200)
    expect((await api().pool.query('select 1 from passkeys')).rows).toHaveLength(1)
  })

  test('limits how often the password is changed', async () => {
    const { id } = await anAccount({ email })
    for (let count = 0; count < 20; count++) await api().context.limits.take('account', id)
    expect((await change(await tokenOf(email), body)).status).toBe(429)
    expect(await mails()).toEqual([])
  })

  test('refuses a weak password, and answers 401 without a session', async () => {
    await anAccount({ email })
    const refused = await change(await tokenOf(email), { ...body, password: 'password123' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ fields: { password: expect.any(String) } })
    expect((await change(undefined, body)).status).toBe(401)
  })
})
