import type { Challenge } from '#contract/sessions.ts'
import { anAccount, linkToken, logIn, rightPassword, safari, tokenIn } from '#testing/accounts.ts'
import { api, mails, send, withApi } from '#testing/api.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { anAuthor } from '#testing/factories.ts'
import { accountJobs } from './jobs.ts'

withApi()

const email = 'ada@example.com'
const update = (as: string, body: object) => send('POST', '/users/update-profile', { as, body })
const askAgain = (as: string) => send('POST', '/users/send-confirmation', { as })
const forget = () => send('POST', '/users/forget-password', { body: { email } })
const away = {
  send: () => Promise.reject(new Error('The mail server is away')),
  close: async () => undefined,
}

describe('an email to an unproven address', () => {
  const bait = 'You won 1000 EUR, fetch it at https://evil.example'

  test('contains no text typed at sign-up, and no user agent', async () => {
    const signedUp = { name: bait, email, password: rightPassword }
    expect((await send('POST', '/users/signup', { body: signedUp })).status).toBe(200)
    const { rows } = await api().pool.query('select id from users')
    const id = rows[0].id as string
    await logIn(email)
    await logIn(email, rightPassword, { address: '198.51.100.7', userAgent: `${bait}/x y` })
    await forget()
    await update(id, { email: 'fetch-1000-eur@evil.example' })
    const sent = (await mails()).filter(({ to }) => to.address === email)
    expect(sent.map(({ subject }) => subject).sort()).toEqual([
      'A new login to Bytewise',
      'Choose a new password for Bytewise',
      'Welcome to Bytewise: please confirm your address',
      'Your email address at Bytewise is about to change',
    ])
    for (const mail of sent) expect(JSON.stringify(mail)).not.toMatch(/1000|evil/i)
  })

  test('leaves the name out for a pending address, too, though the account is proven', async () => {
    const { id } = await anAuthor({ name: bait, email, emailProvenAt: new Date() })
    await update(id, { email: 'new@example.com' })
    const mail = (await mails()).find(({ to }) => to.address === 'new@example.com')
    expect(mail?.text).toContain('Hello,\n')
    expect(JSON.stringify(mail)).not.toMatch(/1000|evil/)
  })

  test('contains the name once the address is proven', async () => {
    const { id } = await anAccount({ name: 'Ada', email, emailProvenAt: new Date() })
    await forget()
    await update(id, { email: 'new@example.com' })
    const sent = (await mails()).filter(({ to }) => to.address === email)
    expect(sent).toHaveLength(2)
    for (const { to, text } of sent) {
      expect(to.name).toBe('Ada')
      expect(text).toContain('Hello Ada,')
    }
    expect(sent.some(({ text }) => text.includes('new@example.com'))).toBe(true)
  })
})

describe('emails with a link to confirm an address', () => {
  const asking = async (address: string) =>
    (await mails()).filter((mail) => mail.to.address === address && tokenIn(mail, '/confirm-email/'))

  /** Other accounts request a change to this address, `each` times. */
  async function claim({ people, each }: { people: number; each: number }) {
    for (let person = 0; person < people; person++) {
      const { id } = await anAuthor()
      for (let count = 0; count < each; count++)
        expect((await update(id, { email: 'ADA@example.com' })).status).toBe(200)
    }
    return asking('ADA@example.com')
  }

  test('are limited to five in six hours for one account and address, with a retry time', async () => {
    const { id } = await anAuthor({ email })
    for (let count = 0; count < 5; count++) expect((await askAgain(id)).status).toBe(200)
    // More often than the account’s limit allows: pressing the button repeatedly does not use that up.
    for (let count = 0; count < 21; count++) {
      const refused = await askAgain(id)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(5 * 60 * 60)
      expect(await refused.json()).toMatchObject({ detail: 'Too many requests. Please try again in 6 hours.' })
    }
    expect(await asking(email)).toHaveLength(5)
    expect((await update(id, { email: 'new@example.com' })).status).toBe(200)
    expect(await asking('new@example.com')).toHaveLength(1)
  })

  test('include the welcome email in the limit', async () => {
    await send('POST', '/users/signup', { body: { name: 'Ada', email, password: rightPassword } })
    const { rows } = await api().pool.query<{ id: string }>('select id from users')
    const id = rows[0]?.id ?? ''
    for (let count = 0; count < 4; count++) expect((await askAgain(id)).status).toBe(200)
    expect((await askAgain(id)).status).toBe(429)
    expect(await asking(email)).toHaveLength(5)
  })

  test('are not limited by the requests of other accounts for the address', async () => {
    const { id } = await anAuthor({ email })
    expect(await claim({ people: 2, each: 5 })).toHaveLength(10)
    for (let count = 0; count < 5; count++) expect((await askAgain(id)).status).toBe(200)
    expect(await asking(email)).toHaveLength(5)
  })

  test('are limited to fifteen in six hours for one address, with the same answer to the caller', async () => {
    const { id } = await anAuthor({ email })
    expect(await claim({ people: 4, each: 4 })).toHaveLength(15)
    expect((await askAgain(id)).status).toBe(200)
    expect(await asking(email)).toEqual([])
  })

  test('are limited to five for a change of email as well; a refused request keeps the previous link usable', async () => {
    const { id } = await anAuthor({ email })
    for (let count = 0; count < 5; count++) expect((await update(id, { email: 'new@example.com' })).status).toBe(200)
    const token = await linkToken('/confirm-email/')
    expect((await update(id, { email: 'NEW@example.com' })).status).toBe(429)
    expect((await send('POST', '/users/confirm-email', { as: id, body: { token } })).status).toBe(200)
  })

  test('do not count if they failed', async () => {
    const { context } = api()
    const { id: userId } = await anAuthor({ email })
    for (let count = 0; count < 6; count++) {
      await expect(accountJobs['send-welcome']?.({ ...context, mailer: away }, { userId })).rejects.toThrow('away')
    }
    await askAgain(userId)
    expect(await asking(email)).toHaveLength(1)
  })

  test('are sent to the new address even if the notice to the old one fails', async () => {
    const { context } = api()
    const { id: userId } = await anAuthor({ email, emailProvenAt: new Date() })
    await update(userId, { email: 'new@example.com' })
    const notify = accountJobs['send-email-change-notice']
    await expect(notify?.({ ...context, mailer: away }, { userId })).rejects.toThrow('away')
    await expect(notify?.({ ...context, mailer: away }, { userId })).rejects.toThrow('away')
    expect((await mails()).map(({ to }) => to.address).sort()).toEqual(['ada@example.com', 'new@example.com'])
  })
})

test('notices to an unproven address are limited to ten in six hours; a proven one gets all', async () => {
  const { context, sent } = api()
  const told = { at: new Date().toISOString(), address: '192.0.2.1', device: '' }
  const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail), close: async () => undefined }
  for (const emailProvenAt of [undefined, new Date()]) {
    const { id: userId } = await anAuthor({ emailProvenAt })
    sent.length = 0
    for (let count = 0; count < 12; count++)
      await accountJobs['send-sign-in-notice']?.({ ...context, mailer }, { userId, ...told })
    expect(sent).toHaveLength(emailProvenAt ? 12 : 10)
  }
})

test('notices to an unproven former address are limited as well; a proven one gets all', async () => {
  const former = 'old@example.com'
  const notices = async () =>
    (await mails()).filter(({ to, subject }) => to.address.toLowerCase() === former && subject.includes('was changed'))
      .length
  for (let count = 0; count < 10; count++) await api().context.limits.take('noticeTarget', former)
  for (const [emailProvenAt, expected] of [
    [undefined, 0],
    [new Date(), 1],
  ] as const) {
    const { id } = await anAuthor({ email: 'OLD@example.com', emailProvenAt })
    await update(id, { email: `new-${expected}@example.com` })
    const token = await linkToken('/confirm-email/')
    expect((await send('POST', '/users/confirm-email', { as: id, body: { token } })).status).toBe(200)
    expect(await notices()).toBe(expected)
  }
})

describe('an account notice', () => {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': safari }

  async function addPasskey(as: string): Promise<string> {
    const begun = await send('POST', '/users/passkeys/options', { as, body: {} })
    const { challenge_id, options } = (await begun.json()) as Challenge
    const authenticator = anAuthenticator()
    const response = authenticator.create(options as { challenge: string })
    const body = { challenge_id, response, name: 'My secret key' }
    expect((await send('POST', '/users/passkeys', { as, headers, body })).status).toBe(200)
    return authenticator.id
  }

  test('reports an added or removed passkey: what, when, from where, and what to do', async () => {
    const { id } = await anAccount({ email, name: 'Ada', emailProvenAt: new Date() })
    const passkey = await addPasskey(id)
    expect((await send('DELETE', `/users/passkeys/${passkey}`, { as: id, headers })).status).toBe(200)
    const sent = await mails()
    expect(sent.map(({ subject }) => subject)).toEqual([
      'A passkey was added to your account at Bytewise',
      'A passkey was removed from your account at Bytewise',
    ])
    for (const { to, text, html } of sent) {
      expect(to).toEqual({ name: 'Ada', address: email })
      const year = String(new Date().getUTCFullYear())
      for (const part of ['198.51.100.7', 'Safari on macOS', year, 'http://localhost:3000/forgot-password']) {
        expect(text).toContain(part)
        expect(html).toContain(part)
      }
    }
  })

  test('has no secret in its job', async () => {
    const { id } = await anAccount({ email })
    await addPasskey(id)
    await update(id, { email: 'new@example.com' })
    const token = await linkToken('/confirm-email/')
    await send('POST', '/users/confirm-email', { as: id, body: { token } })
    const { rows } = await api().pool.query<{ payload: object }>(
      `select data->'payload' as payload from pgboss.job where data->>'job' = 'send-account-notice' order by created_on`,
    )
    const keys = ['address', 'at', 'device', 'userId', 'what']
    expect(rows.map(({ payload }) => Object.keys(payload).sort())).toEqual([
      keys,
      [...keys, 'formerEmail', 'isFormerProven'].sort(),
    ])
  })
})
