import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify'
import PostalMime from 'postal-mime'
import { api, withApi } from '#testing/api.ts'
import { anApprovedAuthor, aStory } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'

withApi()

const hostile = [
  'Ünïcode — “quotes” & <b>tags</b> \u202eright to left',
  'A title that is longer than a line of a mail may be, and goes on, and on, until nobody reads it any more 🌊🌊🌊',
  '.a dot at the beginning',
  'From the beginning',
  '=?utf-8?B?aGlkZGVu?= = =3D',
]

const keys = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ed25519: generateKeyPairSync('ed25519'),
}

describe.each(['rsa', 'ed25519'] as const)('a newsletter that is signed with %s', (kind) => {
  const { privateKey, publicKey } = keys[kind]
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const dkim = { domainName: 'bytewise.example', keySelector: 'news', privateKey: pem }
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const record = kind === 'rsa' ? der.toString('base64') : der.subarray(-32).toString('base64')
  const resolver = async () => [[`v=DKIM1; k=${kind}; p=${record}`]]

  test.each(hostile)('is what was signed: %s', async (title) => {
    const by = await anApprovedAuthor({ name: title.slice(0, 80).replace(/\u202e/g, '') })
    await aSubscriber({ following_author: by.id })
    await aStory({
      by,
      title,
      content: `<p>.${title}</p><p>   two  blanks </p>`.replace(/<b>|<\/b>/g, ''),
      sendNewsletter: true,
    })
    const [mail] = await newsletters({ dkim })
    const { results } = await dkimVerify(Buffer.from(mail?.raw ?? ''), { resolver })
    expect(results.map(({ status, signingHeaders }) => [status.result, signingHeaders?.keys])).toEqual([
      ['pass', expect.stringMatching(/List-Unsubscribe.*List-Unsubscribe-Post/is)],
    ])
    const changed = mail?.raw.replace(/one-click/g, 'two-click') ?? ''
    const { results: broken } = await dkimVerify(Buffer.from(changed), { resolver })
    expect(broken[0]?.status.result).toBe('fail')
  })
})

test('every line of a newsletter is one that SMTP carries as it is', async () => {
  const by = await anApprovedAuthor()
  await aSubscriber({ following_author: by.id })
  await aStory({
    by,
    title: hostile.join(' ').slice(0, 200),
    content: hostile.map((words) => `<p>${words}</p>`).join(''),
    sendNewsletter: true,
  })
  const [mail] = await newsletters()
  const lines = mail?.raw.split('\r\n') ?? []
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(998)
    expect(line).not.toMatch(/[\r\n]|^\./)
    expect(line).toMatch(/^[\t\x20-\x7e]*$/)
  }
  const body = mail?.raw.slice(mail.raw.indexOf('\r\n\r\n')) ?? ''
  for (const line of body.split('\r\n')) {
    expect(line.length).toBeLessThanOrEqual(78)
    expect(line).not.toMatch(/[ \t]$| {2}|^From /)
  }
})

test('both parts say what was written, for any recipient', async () => {
  const by = await anApprovedAuthor()
  await aSubscriber({ following_author: by.id })
  await aStory({ by, title: 'Lamp', content: '<p>Ünï “words”, 1 = 1, and .dots</p><p>…</p>', sendNewsletter: true })
  const [mail] = await newsletters()
  const parsed = await PostalMime.parse(mail?.raw ?? '')
  expect(parsed.text).toContain('Ünï “words”, 1 = 1, and .dots')
  expect(parsed.html).toContain('Ünï “words”, 1 = 1, and .dots')
  expect(parsed.attachments).toEqual([])
  expect(parsed.to).toHaveLength(1)
  expect(parsed.messageId).toMatch(/^<[0-9a-f-]{36}\.[0-9a-f-]{36}@bytewise\.example>$/)
})

test('an address that could be read as two reaches no one', async () => {
  const by = await anApprovedAuthor()
  const { email } = await aSubscriber({ following_author: by.id })
  await api().pool.query('update subscribers set email = $1 where email = $2', ['a@x.test\r\nBcc: evil@z.test', email])
  await aStory({ by, sendNewsletter: true })
  expect(await newsletters()).toEqual([])
  const { rows } = await api().pool.query('select state, reason from send_recipients')
  expect(rows).toEqual([{ state: 'failed', reason: 'bad_address' }])
})
