import type { Challenge } from '#contract/sessions.ts'
import {
  anAccount,
  anOldSession,
  auditTrail,
  logIn,
  minuteMs,
  passTime,
  rightPassword,
  tokenOf,
} from '#testing/accounts.ts'
import { api, mails, send, withApi } from '#testing/api.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { anAuthor } from '#testing/factories.ts'

withApi()

type Body = { currentPassword?: string }
const email = 'ada@example.com'
const beginPasskey = (token: string, more: Body = {}) =>
  send('POST', '/users/passkeys/options', { token, body: { ...more } })
const askForEmail = (token: string, more: Body = {}) =>
  send('POST', '/users/update-profile', { token, body: { email: 'new@example.com', ...more } })
const setPassword = (token: string) =>
  send('POST', '/users/change-password', { token, body: { password: 'another horse battery' } })

describe.each([
  ['a new passkey', beginPasskey],
  ['another email', askForEmail],
])('%s', (_, ask) => {
  test('accepts a sign-in within the last fifteen minutes', async () => {
    await anAccount({ email })
    const token = await tokenOf(email)
    passTime(14 * minuteMs)
    expect((await ask(token)).status).toBe(200)
  })

  test('accepts the current password', async () => {
    const { id } = await anAccount({ email })
    expect((await ask(await anOldSession(id), { currentPassword: rightPassword })).status).toBe(200)
  })

  test.each([
    [{}, 'Please enter your current password.'],
    [{ currentPassword: '' }, 'Please enter your current password.'],
    [{ currentPassword: 'wrong horse' }, 'That’s not your current password.'],
  ])('refuses an older sign-in with %j, and names the field', async (more, sentence) => {
    const { id } = await anAccount({ email })
    const refused = await ask(await anOldSession(id), more)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      code: 'reauthentication_needed',
      detail: sentence,
      fields: { currentPassword: sentence },
    })
    expect(await mails()).toEqual([])
  })

  test('asks for a new sign-in if the account has no password', async () => {
    const { id } = await anAuthor({ email })
    const refused = await ask(await anOldSession(id), { currentPassword: rightPassword })
    expect(refused.status).toBe(403)
    const body = await refused.json()
    expect(body).toMatchObject({
      code: 'reauthentication_needed',
      detail: 'Please log out and log in again, then do this within 15 minutes.',
    })
    expect(body).not.toHaveProperty('fields')
  })

  test('limits wrong passwords in a session; the right one resets the limit', async () => {
    const { id } = await anAccount({ email })
    const token = await anOldSession(id)
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 4; count++) expect((await ask(token, { currentPassword: 'wrong' })).status).toBe(403)
      expect((await ask(token, { currentPassword: rightPassword })).status).toBe(200)
    }
    for (let count = 0; count < 5; count++) expect((await ask(token, { currentPassword: 'wrong' })).status).toBe(403)
    expect((await ask(token, { currentPassword: rightPassword })).status).toBe(429)
    expect((await logIn(email, rightPassword, { address: '127.0.0.1' })).status).toBe(200)
  })
})

test('a first password requires a sign-in within the last fifteen minutes', async () => {
  const { id } = await anAuthor({ email })
  const refused = await setPassword(await anOldSession(id))
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    code: 'reauthentication_needed',
    detail: 'Please log out and log in again, then do this within 15 minutes.',
  })
  expect((await logIn(email, 'another horse battery')).status).toBe(401)
  expect(
    (await send('POST', '/users/change-password', { as: id, body: { password: 'another horse battery' } })).status,
  ).toBe(200)
})

test('a change of password always requires the old one', async () => {
  await anAccount({ email })
  const refused = await setPassword(await tokenOf(email))
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'bad_request', fields: { currentPassword: expect.any(String) } })
})

test('a wrong password is recorded in the audit with the session’s owner, and without the typed text', async () => {
  const { id } = await anAccount({ email })
  const token = await anOldSession(id)
  const body = { currentPassword: 'a secret typed wrongly' }
  await beginPasskey(token, body)
  await askForEmail(token, body)
  await send('POST', '/users/change-password', { token, body: { ...body, password: 'another horse battery' } })
  await askForEmail(token)
  const row = { action: 'sign_in_failed', actor_id: id, user_id: id, email, address: '127.0.0.1' }
  const kept = await auditTrail()
  expect(kept).toMatchObject(Array(3).fill({ ...row, details: { method: 'password', at: 'reauthentication' } }))
  expect(JSON.stringify(kept)).not.toContain('a secret')
})

test('a change of name requires no re-authentication', async () => {
  const { id } = await anAccount({ email })
  const body = { name: 'Ada King', email: 'ADA@example.com' }
  expect((await send('POST', '/users/update-profile', { token: await anOldSession(id), body })).status).toBe(200)
})

test('a passkey that was begun in time can be added when the sign-in is older', async () => {
  await anAccount({ email })
  const token = await tokenOf(email)
  passTime(14 * minuteMs)
  const { challenge_id, options } = (await (await beginPasskey(token)).json()) as Challenge
  passTime(2 * minuteMs)
  const response = anAuthenticator().create(options as { challenge: string })
  expect((await send('POST', '/users/passkeys', { token, body: { challenge_id, response } })).status).toBe(200)
  expect((await api().pool.query('select 1 from passkeys')).rows).toHaveLength(1)
})
