import { jobHandlers } from '../job-handlers.ts'
import { anAccount, auditTrail, hourMs, linkToken, logIn, passTime, tokenOf } from '../testing/accounts.ts'
import { api, get, mails, send, withApi } from '../testing/api.ts'
import { anAuthenticator } from '../testing/authenticator.ts'
import { anAdmin, aStory } from '../testing/factories.ts'

withApi()

const email = 'ada@example.com'
const sentence = 'This account is suspended. If you have questions, write to hello@bytewise.example.'
const ada = () => anAccount({ email, emailProvenAt: new Date() })
const suspend = async (uuid: string, as: string) =>
  expect((await send('POST', `/users/${uuid}/suspend`, { as, body: { reason: 'a secret reason' } })).status).toBe(200)
const lift = (uuid: string, as: string) => send('POST', `/users/${uuid}/lift-suspension`, { as })

test('refuses the right password with a sentence, and a wrong one as ever, until it is lifted', async () => {
  const { id } = await ada()
  const { id: as } = await anAdmin()
  await suspend(id, as)
  const refused = await logIn(email)
  const body = await refused.text()
  expect([refused.status, JSON.parse(body)]).toEqual([
    403,
    expect.objectContaining({ detail: sentence, code: 'suspended' }),
  ])
  expect(body).not.toContain('secret reason')
  const wrong = await logIn(email, 'not the password')
  expect([wrong.status, (await wrong.json()).detail]).toEqual([401, 'Invalid email or password.'])
  expect(await auditTrail('sign_in_refused')).toMatchObject([
    { user_id: id, actor_id: null, details: { method: 'password', limit: 'suspended' } },
  ])
  await lift(id, as)
  expect((await logIn(email)).status).toBe(200)
})

test('refuses a passkey', async () => {
  const { id } = await ada()
  const { id: as } = await anAdmin()
  const authenticator = anAuthenticator()
  const begun = await (await send('POST', '/users/passkeys/options', { as: id, body: {} })).json()
  const response = authenticator.create(begun.options)
  await send('POST', '/users/passkeys', { as: id, body: { challenge_id: begun.challenge_id, response } })
  const enter = async () => {
    const { challenge_id, options } = await (await send('POST', '/users/login/passkey/options')).json()
    return send('POST', '/users/login/passkey', { body: { challenge_id, response: authenticator.get(options) } })
  }
  await suspend(id, as)
  const refused = await enter()
  expect([refused.status, (await refused.json()).detail]).toEqual([403, sentence])
  await lift(id, as)
  expect((await enter()).status).toBe(200)
})

test('refuses a new password by a link, which works once it is lifted', async () => {
  const { id } = await ada()
  const { id: as } = await anAdmin()
  await send('POST', '/users/forget-password', { body: { email } })
  const token = await linkToken('/reset-password/')
  const reset = () => send('POST', '/users/reset-password', { body: { token, password: 'another horse battery' } })
  await suspend(id, as)
  const refused = await reset()
  expect([refused.status, (await refused.json()).detail]).toEqual([403, sentence])
  await lift(id, as)
  expect((await reset()).status).toBe(200)
})

test('a token gives no access, even one that a suspension did not end', async () => {
  const { id } = await ada()
  const token = await tokenOf(email)
  await api().pool.query("update users set suspended_at = now(), suspended_reason = 'by hand' where id = $1", [id])
  expect((await get('/users/current_user', { token })).status).toBe(401)
})

test('what a suspended writer has planned waits until it is lifted', async () => {
  const by = await ada()
  const { id: as } = await anAdmin()
  const publishAt = new Date(api().context.now().getTime() + hourMs)
  const { slug } = await aStory({ by, isDraft: true, publishAt })
  await suspend(by.id, as)
  passTime(2 * hourMs)
  const mailer = { send: async () => undefined, close: async () => undefined }
  const doOverdue = () => jobHandlers['publish-overdue-stories']({ ...api().context, mailer }, {})
  await mails({ later: true })
  await doOverdue()
  expect((await get(`/contents/${slug}`)).status).toBe(404)
  await lift(by.id, as)
  await doOverdue()
  expect((await get(`/contents/${slug}`)).status).toBe(200)
})
