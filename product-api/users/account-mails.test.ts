import type { Challenge } from '#contract/sessions.ts'
import { anAccount, linkToken, logIn, rightPassword, safari, tokenIn } from '../testing/accounts.ts'
import { api, mails, send, withApi } from '../testing/api.ts'
import { anAuthenticator } from '../testing/authenticator.ts'
import { anAuthor } from '../testing/factories.ts'
import { userJobs } from './jobs.ts'

withApi()

const email = 'ada@example.com'
const update = (as: string, body: object) => send('POST', '/users/update-profile', { as, body })
const askAgain = (as: string) => send('POST', '/users/send-confirmation', { as })
const forget = () => send('POST', '/users/forget-password', { body: { email } })
const away = {
  send: () => Promise.reject(new Error('The mail server is away')),
  close: async () => undefined,
}

describe('a mail to an address that is not proven', () => {
  const bait = 'You won 1000 EUR, fetch it at https://evil.example'

  test('carries nothing that somebody typed at the sign-up or calls a browser', async () => {
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
      'A new sign-in to Bytewise',
      'Choose a new password for Bytewise',
      'Welcome to Bytewise: please confirm your address',
      'Your address at Bytewise is about to change',
    ])
    for (const mail of sent) expect(JSON.stringify(mail)).not.toMatch(/1000|evil/i)
  })

  test('is that of another e-mail, too, where the name stays out though the account is proven', async () => {
    const { id } = await anAuthor({ name: bait, email, emailProvenAt: new Date() })
    await update(id, { email: 'new@example.com' })
    const mail = (await mails()).find(({ to }) => to.address === 'new@example.com')
    expect(mail?.text).toContain('Hello,\n')
    expect(JSON.stringify(mail)).not.toMatch(/1000|evil/)
  })

  test('that is proven carries the name', async () => {
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

describe('mails that ask an address for a proof', () => {
  const asking = async (address: string) =>
    (await mails()).filter((mail) => mail.to.address === address && tokenIn(mail, '/confirm-email/'))

  test('are five in six hours for one address, whoever asks, and nobody is told', async () => {
    const { id } = await anAuthor({ email })
    for (let count = 0; count < 3; count++) expect((await askAgain(id)).status).toBe(200)
    for (let count = 0; count < 4; count++) {
      const other = await anAuthor()
      expect((await update(other.id, { email: 'ADA@example.com' })).status).toBe(200)
    }
    expect(await asking(email)).toHaveLength(3)
    expect(await asking('ADA@example.com')).toHaveLength(2)
    expect((await askAgain(id)).status).toBe(200)
    expect(await asking(email)).toHaveLength(3)
  })

  test('do not count where they failed', async () => {
    const { context } = api()
    const { id: userId } = await anAuthor({ email })
    for (let count = 0; count < 6; count++) {
      await expect(userJobs['send-welcome']?.({ ...context, mailer: away }, { userId })).rejects.toThrow('away')
    }
    await askAgain(userId)
    expect(await asking(email)).toHaveLength(1)
  })

  test('of a change are two jobs: the new address gets one though the old one takes none', async () => {
    const { context } = api()
    const { id: userId } = await anAuthor({ email, emailProvenAt: new Date() })
    await update(userId, { email: 'new@example.com' })
    const notify = userJobs['send-email-change-notice']
    await expect(notify?.({ ...context, mailer: away }, { userId })).rejects.toThrow('away')
    await expect(notify?.({ ...context, mailer: away }, { userId })).rejects.toThrow('away')
    expect((await mails()).map(({ to }) => to.address).sort()).toEqual(['ada@example.com', 'new@example.com'])
  })
})

test('notices to an address that is not proven end at ten in six hours; a proven one gets all', async () => {
  const { context, sent } = api()
  const told = { at: new Date().toISOString(), address: '192.0.2.1', device: '' }
  const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail), close: async () => undefined }
  for (const emailProvenAt of [undefined, new Date()]) {
    const { id: userId } = await anAuthor({ emailProvenAt })
    sent.length = 0
    for (let count = 0; count < 12; count++)
      await userJobs['send-sign-in-notice']?.({ ...context, mailer }, { userId, ...told })
    expect(sent).toHaveLength(emailProvenAt ? 12 : 10)
  }
})

describe('the notice of an account', () => {
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

  test('tells when a passkey is added and removed: what, when, from where, and what to do', async () => {
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

  test('waits in the queue without a secret', async () => {
    const { id } = await anAccount({ email })
    await addPasskey(id)
    await update(id, { email: 'new@example.com' })
    const token = await linkToken('/confirm-email/')
    await send('POST', '/users/confirm-email', { as: id, body: { token } })
    const { rows } = await api().pool.query<{ payload: object }>(
      `select data->'payload' as payload from pgboss.job where data->>'job' = 'send-account-notice' order by created_on`,
    )
    const keys = ['address', 'at', 'device', 'userId', 'what']
    expect(rows.map(({ payload }) => Object.keys(payload).sort())).toEqual([keys, [...keys, 'formerEmail'].sort()])
  })
})
