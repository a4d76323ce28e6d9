import { generateKeyPairSync } from 'node:crypto'
import { type NameServer, openNameServer } from '#testing/name-server.ts'
import { checkSendingDomain } from './check-sending-domain.ts'
import type { NewsletterSettings } from './settings.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const dkim = {
  domainName: 'news.example',
  keySelector: 's1',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}
const sound = {
  'news.example': ['google-site-verification=x', 'v=spf1 ip4:192.0.2.1 -all'],
  's1._domainkey.news.example': [`v=DKIM1; k=rsa; p=${published}`],
  '_dmarc.news.example': ['v=DMARC1; p=quarantine'],
}

let server: NameServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function found(records: Record<string, string[]>, given: Partial<NewsletterSettings> = {}) {
  server = await openNameServer(records)
  const newsletters = {
    ...{ from: { name: '', address: 'hello@news.example' }, dkim, hasMailServer: true },
    dnsServers: [server.address],
    ...given,
  } as unknown as NewsletterSettings
  return (await checkSendingDomain({ newsletters })).map(({ level, what }) => `${level}: ${what}`)
}

test('a domain that has everything is good', async () => {
  expect(await found(sound)).toEqual([
    'good: news.example has an SPF record.',
    'good: Emails are signed for news.example, and the key is published.',
    'good: news.example has a DMARC record.',
  ])
})

test('names what a domain without records should add', async () => {
  expect(await found({})).toEqual([
    expect.stringMatching(/^bad: news.example has no SPF record/),
    expect.stringMatching(/^bad: s1._domainkey.news.example has no DKIM key/),
    expect.stringMatching(/^bad: news.example has no DMARC record/),
  ])
})

test.each<[string, Record<string, string[]>, RegExp]>([
  ['two SPF records', { 'news.example': ['v=spf1 -all', 'v=spf1 +all'] }, /^bad: .* 2 SPF records/],
  ['an SPF record that allows everybody', { 'news.example': ['v=spf1 +all'] }, /^bad: .* allows every server/],
  ['another DKIM key', { 's1._domainkey.news.example': ['v=DKIM1; p=AAAA'] }, /^bad: .* not the one/],
  ['a DMARC record that only watches', { '_dmarc.news.example': ['v=DMARC1; p=none'] }, /^hint: .* only monitors/],
])('%s', async (_, change, sentence) => {
  expect(await found({ ...sound, ...change })).toContainEqual(expect.stringMatching(sentence))
})

test('reports signatures of another domain, and missing ones', async () => {
  const from = { name: '', address: 'hello@other.example' }
  expect(await found(sound, { from })).toContainEqual(expect.stringMatching(/^hint: .* signed for news.example/))
  await server?.close()
  expect(await found(sound, { dkim: undefined })).toContainEqual(expect.stringMatching(/^bad: Emails aren’t signed/))
})

test('SPF is looked up at the domain that bounces go to', async () => {
  const bounceAddress = 'bounces@mail.news.example'
  const records = { ...sound, 'mail.news.example': ['v=spf1 -all'] }
  expect(await found(records, { bounceAddress })).toContainEqual('good: mail.news.example has an SPF record.')
})

test('a DNS that does not answer is reported, and the caller does not wait for long', async () => {
  const newsletters = {
    ...{ from: { name: '', address: 'hello@news.example' }, dkim, hasMailServer: true },
    dnsServers: ['127.0.0.1:9'],
  } as unknown as NewsletterSettings
  const findings = await checkSendingDomain({ newsletters })
  expect(findings.map(({ level }) => level)).toEqual(['hint', 'hint', 'hint'])
})

test('without a mail server there is nothing to look up', async () => {
  expect(await found({}, { hasMailServer: false })).toEqual([expect.stringMatching(/^hint: No mail server is set/)])
})
