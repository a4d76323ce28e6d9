import type { CurrentUser } from '#contract/users.ts'
import { anAccount, auditTrail, dayMs, linkToken, logIn, passTime, tokenIn, tokenOf } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'

withApi()

const update = (as: string, body: unknown) => send('POST', '/users/update-profile', { as, body })
const updated = async (as: string, body: unknown) => (await (await update(as, body)).json()) as CurrentUser
const confirm = (as: string | undefined, token: string) => send('POST', '/users/confirm-email', { as, body: { token } })
const askAgain = (as?: string) => send('POST', '/users/send-confirmation', { as })
const current = async (as: string) => (await (await get('/users/current_user', { as })).json()) as CurrentUser
const changedTags = async () => {
  const { rows } = await api().pool.query<{ tags: string[] }>('select tags from changes')
  return rows.flatMap(({ tags }) => tags)
}

describe('a change of email', () => {
  test('takes effect when the link to it is followed; the old address gets a notice', async () => {
    const { id } = await anAccount({ email: 'old@example.com', showEmail: true, emailProvenAt: new Date() })
    expect(await updated(id, { email: 'new@example.com' })).toMatchObject({
      email: 'old@example.com',
      pending_email: 'new@example.com',
    })
    const sent = await mails()
    expect(sent.map(({ to }) => to.address).sort()).toEqual(['new@example.com', 'old@example.com'])
    const notice = sent.find(({ to }) => to.address === 'old@example.com')
    expect(notice?.text).toContain('new@example.com')
    expect(notice && tokenIn(notice, '/confirm-email/')).toBeUndefined()

    await api().pool.query('truncate changes')
    expect((await confirm(id, await linkToken('/confirm-email/'))).status).toBe(200)
    expect(await current(id)).toMatchObject({ email: 'new@example.com', pending_email: null, email_proven: true })
    expect((await logIn('new@example.com')).status).toBe(200)
    expect((await logIn('old@example.com')).status).toBe(401)
    expect(await changedTags()).toContain(`profile:${id}`)
    expect(await auditTrail('email_changed')).toMatchObject([
      { user_id: id, details: { from: 'old@example.com', to: 'new@example.com' } },
    ])
  })

  test('ends every other session, and notifies the old address', async () => {
    await anAccount({ email: 'old@example.com', name: 'Ada', emailProvenAt: new Date() })
    const [here, there] = [await tokenOf('old@example.com'), await tokenOf('old@example.com')]
    await send('POST', '/users/update-profile', { token: here, body: { email: 'new@example.com' } })
    const token = await linkToken('/confirm-email/')
    expect((await send('POST', '/users/confirm-email', { token: here, body: { token } })).status).toBe(200)
    const statuses = [here, there].map(async (one) => (await get('/users/current_user', { token: one })).status)
    expect(await Promise.all(statuses)).toEqual([200, 401])
    const notice = (await mails()).at(-1)
    expect(notice).toMatchObject({
      to: { name: '', address: 'old@example.com' },
      subject: 'Your email address was changed at Bytewise',
    })
    expect(notice?.text).toContain('write to hello@bytewise.example')
    expect(notice?.text).not.toMatch(/forgot-password|new@example/)
  })

  test('moves the subscriptions of a proven address, and keeps those of an unproven one, which may be another person’s', async () => {
    const { pool } = api()
    const asked = 'select 1 from subscriptions join subscribers on subscribers.id = subscriber_id where email = $1'
    const subscribed = async (email: string) => (await pool.query(asked, [email])).rows.length
    for (const [from, to, emailProvenAt] of [
      ['proven@example.com', 'one@example.com', new Date()],
      ['claimed@example.com', 'two@example.com', undefined],
    ] as const) {
      const { id } = await anAuthor({ email: from, emailProvenAt })
      await send('POST', '/newsletters/subscribe', { body: { email: from, category: 'fiction', frequency: 'weekly' } })
      await update(id, { email: to })
      expect((await confirm(id, await linkToken('/confirm-email/'))).status).toBe(200)
    }
    expect(await Promise.all(['proven@example.com', 'one@example.com'].map(subscribed))).toEqual([0, 1])
    expect(await Promise.all(['claimed@example.com', 'two@example.com'].map(subscribed))).toEqual([1, 0])
  })

  test('does not reveal whether the address has an account until the link is followed', async () => {
    const { id } = await anAuthor({ email: 'ada@example.com' })
    await anAuthor({ email: 'taken@example.com' })
    const [free, taken] = [
      await update(id, { email: 'free@example.com' }),
      await update(id, { email: 'taken@example.com' }),
    ]
    expect([free.status, taken.status]).toEqual([200, 200])
    expect(await taken.json()).toMatchObject({ pending_email: 'taken@example.com' })
    const refused = await confirm(id, await linkToken('/confirm-email/'))
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 11000 })
    expect(await current(id)).toMatchObject({ email: 'ada@example.com' })
  })

  test('takes effect immediately if only the case differs', async () => {
    const { id } = await anAuthor({ email: 'ada@example.com', emailProvenAt: new Date() })
    expect(await updated(id, { email: 'Ada@Example.com' })).toMatchObject({
      email: 'Ada@Example.com',
      pending_email: null,
      email_proven: true,
    })
    expect(await mails()).toEqual([])
  })

  test('sends another link when requested again, and only the latest one works', async () => {
    const { id } = await anAuthor()
    await update(id, { email: 'new@example.com' })
    const first = await linkToken('/confirm-email/')
    await update(id, { email: 'new@example.com' })
    const second = await linkToken('/confirm-email/')
    expect([(await confirm(id, first)).status, (await confirm(id, second)).status]).toEqual([400, 200])
  })

  test('stays pending if a form sends the present email along', async () => {
    const { id } = await anAuthor({ email: 'ada@example.com' })
    await update(id, { email: 'new@example.com' })
    const token = await linkToken('/confirm-email/')
    expect(await updated(id, { name: 'Ada King', email: 'Ada@Example.com' })).toMatchObject({
      name: 'Ada King',
      email: 'Ada@Example.com',
      pending_email: 'new@example.com',
    })
    expect((await confirm(id, token)).status).toBe(200)
    expect(await current(id)).toMatchObject({ email: 'new@example.com', pending_email: null })
  })

  test.each([{}, { email: 'ada@example.com' }])('is cancelled on request, with %j in the same call', async (more) => {
    const { id, email } = await anAuthor({ email: 'ada@example.com' })
    await update(id, { email: 'new@example.com' })
    const token = await linkToken('/confirm-email/')
    expect(await updated(id, { cancelEmailChange: false })).toMatchObject({ pending_email: 'new@example.com' })
    expect(await updated(id, { ...more, cancelEmailChange: true })).toMatchObject({ email, pending_email: null })
    expect((await api().pool.query('select 1 from account_tokens')).rows).toEqual([])
    expect((await confirm(id, token)).status).toBe(400)
  })

  test('revokes the links that were sent to the old address', async () => {
    const { id } = await anAccount({ email: 'old@example.com', emailProvenAt: new Date() })
    await send('POST', '/users/forget-password', { body: { email: 'old@example.com' } })
    const token = await linkToken('/reset-password/')
    await update(id, { email: 'new@example.com' })
    await confirm(id, await linkToken('/confirm-email/'))
    const body = { token, password: 'another horse battery' }
    expect((await send('POST', '/users/reset-password', { body })).status).toBe(400)
  })

  test('is limited', async () => {
    const { id } = await anAuthor()
    for (let count = 0; count < 20; count++) await api().context.limits.take('account', id)
    expect((await update(id, { email: 'new@example.com' })).status).toBe(429)
    expect((await update(id, { name: 'Still allowed' })).status).toBe(200)
  })
})

describe('POST /users/confirm-email', () => {
  test('proves the address once', async () => {
    const { id } = await anAuthor()
    expect((await askAgain(id)).status).toBe(200)
    const token = await linkToken('/confirm-email/')
    const answer = await confirm(id, token)
    expect(answer.status).toBe(200)
    expect(await current(id)).toMatchObject({ email_proven: true })
    const again = await confirm(id, token)
    expect(again.status).toBe(400)
    expect(await again.json()).toMatchObject({
      code: 'invalid_link',
      detail: 'This link has already been used or has expired. Please ask for a new one.',
    })
    expect(await auditTrail('email_proven')).toHaveLength(1)
  })

  test('accepts only one of two simultaneous requests with the same link', async () => {
    const { id } = await anAuthor()
    await askAgain(id)
    const token = await linkToken('/confirm-email/')
    const statuses = (await Promise.all([confirm(id, token), confirm(id, token)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
  })

  test('accepts a link for three days', async () => {
    const { id } = await anAuthor()
    await askAgain(id)
    const token = await linkToken('/confirm-email/')
    passTime(3 * dayMs + 1)
    expect((await confirm(id, token)).status).toBe(400)
  })

  test('accepts a link that changes the email for one day', async () => {
    const { id } = await anAuthor()
    await update(id, { email: 'new@example.com' })
    const token = await linkToken('/confirm-email/')
    passTime(dayMs + 1)
    expect((await confirm(id, token)).status).toBe(400)
  })

  test('refuses a link for another purpose', async () => {
    const { id, email } = await anAuthor()
    await send('POST', '/users/forget-password', { body: { email } })
    expect((await confirm(id, await linkToken('/reset-password/'))).status).toBe(400)
  })

  test('sends no link if the address is proven already, and limits how often', async () => {
    const { id } = await anAuthor({ emailProvenAt: new Date() })
    expect((await askAgain(id)).status).toBe(200)
    expect(await mails()).toEqual([])
    const other = await anAuthor()
    for (let count = 0; count < 20; count++) await api().context.limits.take('account', other.id)
    expect((await askAgain(other.id)).status).toBe(429)
    expect((await askAgain()).status).toBe(401)
  })

  test('names a missing token', async () => {
    const response = await confirm((await anAuthor()).id, '')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { token: expect.any(String) } })
  })

  test('limits unknown links, and never refuses a valid one', async () => {
    const { id } = await anAuthor()
    await askAgain(id)
    const token = await linkToken('/confirm-email/')
    for (let count = 0; count < 30; count++) expect((await confirm(id, 'guessed')).status).toBe(400)
    expect((await confirm(id, 'guessed')).status).toBe(429)
    expect((await confirm(id, token)).status).toBe(200)
  })

  test('answers 401 without a session, and keeps the link usable', async () => {
    const { id } = await anAuthor()
    await askAgain(id)
    const token = await linkToken('/confirm-email/')
    expect((await confirm(undefined, token)).status).toBe(401)
    expect(await current(id)).toMatchObject({ email_proven: false })
    expect((await confirm(id, token)).status).toBe(200)
  })

  test('refuses the link of another account, and keeps it usable', async () => {
    const { id } = await anAuthor()
    await askAgain(id)
    const token = await linkToken('/confirm-email/')
    const refused = await confirm((await anAuthor()).id, token)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      code: 'forbidden',
      detail: 'This link is for another account. Log out, then log in with the account it was sent to.',
    })
    expect(await current(id)).toMatchObject({ email_proven: false })
    expect((await confirm(id, token)).status).toBe(200)
  })

  test('does not deadlock with a simultaneous password reset', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, email } = await anAuthor()
      await askAgain(id)
      await send('POST', '/users/forget-password', {
        body: { email },
        headers: { 'x-forwarded-for': `192.0.2.${round}` },
      })
      const [proof, reset] = [await linkToken('/confirm-email/'), await linkToken('/reset-password/')]
      const body = { token: reset, password: 'another horse battery' }
      const [confirmed, changed] = await Promise.all([
        confirm(id, proof),
        send('POST', '/users/reset-password', { body }),
      ])
      expect(changed.status).toBe(200)
      // Refused if the reset was first, because it ends sessions and links.
      expect([200, 400, 401]).toContain(confirmed.status)
    }
  })
})
