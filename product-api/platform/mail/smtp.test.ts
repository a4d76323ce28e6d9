import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify'
import PostalMime from 'postal-mime'
import { eventually } from '#testing/run-worker.ts'
import { openSmtpSink, type SmtpSink } from '#testing/smtp-sink.ts'
import type { Mail, Mailer } from './message.ts'
import { openSmtp } from './open-mailer.ts'

let sink: SmtpSink
let mailer: Mailer
const from = { name: 'Bytewise', address: 'hello@bytewise.example' }

beforeAll(async () => {
  sink = await openSmtpSink()
  mailer = openSmtp({ url: sink.url, connections: 4, from: () => from })
})
beforeEach(() => {
  sink.taken.length = 0
  sink.behave('takes')
})
afterAll(async () => {
  await mailer.close()
  await sink.close()
})

const aMail = (given: Partial<Mail> = {}): Mail => ({
  to: { name: 'Ada', address: 'ada@example.com' },
  subject: 'Grüße, 世界',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...given,
})

test('an email arrives whole', async () => {
  const listId = '"Bytewise" <welcome.newsletters.bytewise.example>'
  await mailer.send(aMail({ headers: { 'List-Unsubscribe': '<https://example.com/u>', 'List-Id': listId } }))
  expect(sink.taken).toHaveLength(1)
  expect(sink.taken[0]).toMatchObject({ from: 'hello@bytewise.example', to: ['ada@example.com'] })
  const read = await PostalMime.parse(sink.taken[0]?.raw ?? '')
  expect(read).toMatchObject({ from, subject: 'Grüße, 世界', to: [{ name: 'Ada', address: 'ada@example.com' }] })
  expect(read.text?.trim()).toBe('Hello')
  expect(read.html).toContain('<p>Hello</p>')
  const header = (key: string) => read.headers.find((one) => one.key === key)?.value
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('list-unsubscribe')).toBe('<https://example.com/u>')
  expect(header('list-id')).toBe(listId)
  expect(sink.taken[0]?.raw.toString()).toContain(`: ${listId}\r\n`)
  expect(header('message-id')).toMatch(/^<.+@bytewise\.example>$/)
})

const hostile = [
  '"x" <evil@z.test>, y',
  'x\r\nBcc: evil@z.test',
  'x\nTo: evil@z.test\n\nbody',
  'evil@z.test,',
  '<evil@z.test>',
  'x\u2028Bcc: evil@z.test',
  '=?utf-8?q?x=0ABcc:_evil@z.test?=',
]

test.each(hostile)('a name, subject or header %j adds no recipient and no header', async (text) => {
  await mailer.send(
    aMail({ to: { name: text, address: 'ada@example.com' }, subject: text, headers: { 'X-Note': text } }),
  )
  expect(sink.taken.map(({ to }) => to)).toEqual([['ada@example.com']])
  const read = await PostalMime.parse(sink.taken[0]?.raw ?? '')
  expect(read.to?.map(({ address }) => address)).toEqual(['ada@example.com'])
  expect([read.cc, read.bcc]).toEqual([undefined, undefined])
  expect(read.headers.filter(({ key }) => key === 'to')).toHaveLength(1)
  expect(read.text?.trim()).toBe('Hello')
})

test.each([
  'b@y.test\r\nBcc: evil@z.test',
  'b@y.test, evil@z.test',
  'b@y.test;evil@z.test',
  'b <b@y.test>',
  '"b"@y.test',
  'undisclosed: b@y.test, evil@z.test;',
  'b@y.test ',
  'b',
  '',
])('the address %j is refused before anything is said to the server', async (address) => {
  await expect(mailer.send(aMail({ to: { name: '', address } }))).rejects.toThrow('exactly one recipient')
  expect(sink.taken).toEqual([])
})

test('files and addresses on the web are never read for an email', async () => {
  const path = { path: '/etc/passwd' } as unknown as string
  await expect(mailer.send(aMail({ html: path }))).rejects.toThrow()
  expect(sink.taken).toEqual([])
})

test('a refusal by the server is an error, and the next email is sent', async () => {
  sink.behave('refuses')
  await expect(mailer.send(aMail())).rejects.toThrow()
  sink.behave('takes')
  await mailer.send(aMail())
  expect(sink.taken).toHaveLength(1)
})

test('an email is signed if a key is set', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const signing = openSmtp({
    url: sink.url,
    connections: 1,
    from: () => from,
    dkim: { domainName: 'bytewise.example', keySelector: 'a', privateKey },
  })
  const links = { 'List-Unsubscribe': '<https://x.test/u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  await signing.send(aMail({ headers: links }))
  await signing.close()
  const key = publicKey.replace(/-----[^-]+-----|\s/g, '')
  const { results } = await dkimVerify(Buffer.from(sink.taken[0]?.raw ?? ''), {
    resolver: async () => [[`v=DKIM1; k=rsa; p=${key}`]],
  })
  expect(results[0]).toMatchObject({ signingDomain: 'bytewise.example', status: { result: 'pass' } })
  // RFC 8058, section 4: both are covered.
  expect(results[0]?.signingHeaders?.headers.join()).toContain('List-Unsubscribe=One-Click')
})

test.each([1, 3, 7])('with %i connections that many emails are under way, and no more', async (connections) => {
  const server = await openSmtpSink()
  const pooled = openSmtp({ url: server.url, connections, from: () => from })
  server.behave('hangs')
  const sending = Promise.all(Array.from({ length: 12 }, () => pooled.send(aMail())))
  await eventually(() => server.hanging() === connections)
  expect(server.connections()).toBe(connections)
  server.behave('takes')
  await sending
  expect(server.taken).toHaveLength(12)
  expect(server.connections()).toBe(connections)
  await pooled.close()
  await server.close()
})
