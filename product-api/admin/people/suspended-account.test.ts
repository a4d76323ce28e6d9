import { jobHandlers } from '#start/job-handlers.ts'
import { anAccount, auditTrail, hourMs, linkToken, logIn, passTime, tokenOf } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { anAdmin, aProvenPerson, aStory } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { write } from '#testing/writers.ts'

withApi()

const email = 'ada@example.com'
const sentence = 'This account is suspended. If you have questions, write to hello@bytewise.example.'
const ada = () => anAccount({ email, emailProvenAt: new Date() })
const suspend = async (uuid: string, as: string) =>
  expect((await send('POST', `/users/${uuid}/suspend`, { as, body: { reason: 'a secret reason' } })).status).toBe(200)
const lift = (uuid: string, as: string) => send('POST', `/users/${uuid}/lift-suspension`, { as })

test('a suspended account can’t sign in with a password until the suspension is lifted; a wrong one gets the usual answer', async () => {
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

test('a suspended account can’t sign in with a passkey', async () => {
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

test('a suspended account can’t reset its password; the link works once the suspension is lifted', async () => {
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

test('a session of a suspended account gives no access, even if it still exists', async () => {
  const { id } = await ada()
  const token = await tokenOf(email)
  await api().pool.query("update users set suspended_at = now(), suspended_reason = 'by hand' where id = $1", [id])
  expect((await get('/users/current_user', { token })).status).toBe(401)
})

test('scheduled stories of a suspended author wait until the suspension is lifted', async () => {
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

test('a suspended account gets an explanation by email instead of a reset link', async () => {
  const { id } = await ada()
  await suspend(id, (await anAdmin()).id)
  await send('POST', '/users/forget-password', { body: { email } })
  const [mail, ...more] = (await mails()).filter(({ to }) => to.address === email)
  expect(more).toEqual([])
  expect(mail?.text).toContain('logging in is not possible')
  expect(mail?.text).toContain('hello@bytewise.example')
  expect(mail?.text).not.toContain('/reset-password/')
  expect(mail?.text).not.toContain('secret reason')
})

test('a suspended account gets no newsletters, but an unproven address does, because it may be another person’s', async () => {
  const [by, { id: as }] = [await aProvenPerson(), await anAdmin()]
  const [proven, claimed] = [await ada(), await anAccount({ email: 'owner@example.com' })]
  for (const { email } of [proven, claimed]) await aSubscriber({ email, following_author: by.id })
  for (const { id } of [proven, claimed]) await suspend(id, as)
  const recipients = async () => {
    await write(by, { isDraft: false, sendNewsletter: true })
    return (await newsletters()).map((newsletter) => newsletter.to).sort()
  }
  expect(await recipients()).toEqual([claimed.email])
  await lift(proven.id, as)
  expect(await recipients()).toEqual([proven.email, claimed.email].sort())
})

test('a suspended author can’t be followed, and the answer doesn’t say why', async () => {
  const [{ id }, { id: as }, reader] = [await ada(), await anAdmin(), await aProvenPerson()]
  const follow = (following_author: string) => subscribe({ email: reader.email, following_author }, reader.id)
  await suspend(id, as)
  const answers = [await follow(id), await follow(email), await follow('nobody@example.com')]
  const faults = await Promise.all(answers.map(async (answer) => ({ ...(await answer.json()), requestId: '' })))
  expect(faults).toEqual([faults[2], faults[2], faults[2]])
  expect(faults[0]).toMatchObject({ status: 400, fields: { following_author: expect.any(String) } })
  await lift(id, as)
  expect((await follow(id)).status).toBe(200)
})
