import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { SettingsOfSite } from '#platform/site-settings.ts'
import { writeCertificate } from '#testing/certificate.ts'
import { temporaryFolder } from '#testing/children.ts'
import { readEnv } from './env.ts'
import { fixedSettings, newsletterSettings } from './settings-from-env.ts'

test('everything has a default, and an empty value is none', () => {
  const env = readEnv({ PRODUCT_API_PORT: '', ADMIN_PASSWORD: '', DATABASE_URL: '' })
  expect(env).toMatchObject({
    PRODUCT_API_PORT: 4000,
    PRODUCT_API_HOST: '127.0.0.1',
    SEED: 'on',
  })
  expect(env.DATABASE_URL).toBeUndefined()
  expect(env.DATA_DIR).toMatch(/\/data$/)
})

test('stories are read aloud by themselves unless that may cost money, or as the setting says', () => {
  const narrates = (given: Record<string, string>) => readEnv(given).NARRATE_STORIES
  expect(narrates({})).toBe('on')
  expect(narrates({ SPEECH_MODEL: 'a-voice' })).toBe('off')
  expect(narrates({ SPEECH_MODEL: 'a-voice', NARRATE_STORIES: 'on' })).toBe('on')
  expect(narrates({ NARRATE_STORIES: 'off' })).toBe('off')
})

test.each([
  ['PRODUCT_API_PORT', 'eighty'],
  ['PRODUCT_API_PORT', '70000'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'short'],
  ['SEED', 'yes'],
  ['WORKER', 'maybe'],
  ['WORKER', 'off'],
  ['WORKER_PORT', 'x'],
  ['LOG_LEVEL', 'loud'],
  ['SEARCH_LIMIT_PER_MINUTE', '0'],
  ['SEARCH_LIMIT_PER_MINUTE', '1e3'],
  ['PRODUCT_API_PORT', ' '],
  ['PUBLIC_URL', 'example.com'],
  ['PUBLIC_URL', 'https://example.com/blog'],
  ['REDIS_URL', 'localhost:6379'],
  ['SMTP_URL', 'smtp.example.com'],
  ['SMTP_URL', 'https://smtp.example.com'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_CONNECTIONS', '0'],
  ['BOUNCE_ADDRESS', 'mail.example.com'],
  ['BOUNCE_ADDRESS', 'bounces-of-a-newsletter@example.com'],
  ['BOUNCE_SMTP_PORT', '2525'],
  ['BOUNCE_WEBHOOK_SECRET', 'short'],
  ['SMTP_CONNECTIONS', '101'],
  ['MAIL_FROM', 'Bytewise'],
  ['MAIL_FROM', 'a@x.test, b@y.test'],
  ['MAIL_FROM', 'Bytewise <a@x.test>\nBcc: b@y.test'],
  ['GOOGLE_ISSUER', 'accounts.google.com'],
  ['OPENAI_BASE_URL', 'api.openai.com'],
  ['OPENAI_BASE_URL', 'https://me:secret@api.example/v1'],
  ['OPENAI_API_KEY', 'sk-one two'],
  ['OPENAI_API_KEY', 'sk-schlüssel'],
  ['OPENAI_MODEL', ' '],
  ['ADD_BOOK_CODE', 'short'],
  ['ADD_BOOK_CODE', 'one|two three'],
  ['WEB_ADDRESSES', 'web-1'],
  ['WEB_ADDRESSES', '10.0.0.1, web\n2'],
  ['WEB_ADDRESSES', '10.0.0.0/33'],
  ['WEB_ADDRESSES', '10.0.0.0/'],
  ['WEB_ADDRESSES', '10.0.0.0/8/8'],
  ['WEB_ADDRESSES', '2001:db8::/129'],
  ['WEB_ADDRESSES', '10.0.0.1:3000'],
])('%s=%s is refused by its name, in one sentence', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is wrong: [^\n]+$`))
})

test('other machines of the web are addresses and ranges, none by default', () => {
  expect(readEnv({ WEB_ADDRESSES: ' 10.0.0.0/8, fd00::1 ' }).WEB_ADDRESSES.check('10.9.8.7')).toBe(true)
  expect(readEnv({}).WEB_ADDRESSES.check('10.9.8.7')).toBe(false)
})

describe('the sender of emails', () => {
  test.each([
    [{}, { name: 'Bytewise', address: 'hello@bytewise.example' }],
    [
      { PRODUCT_NAME: 'Night', CONTACT_EMAIL: 'a@x.test' },
      { name: 'Night', address: 'a@x.test' },
    ],
    [{ MAIL_FROM: 'a@x.test' }, { name: '', address: 'a@x.test' }],
    [{ MAIL_FROM: 'Night Shift <a@x.test>' }, { name: 'Night Shift', address: 'a@x.test' }],
    [{ MAIL_FROM: '"Shift, Night" <a@x.test>' }, { name: 'Shift, Night', address: 'a@x.test' }],
  ])('%j', (source, from) => {
    const env = readEnv(source)
    expect(newsletterSettings(env, new SettingsOfSite(fixedSettings(env))).from).toEqual(from)
  })
})

test('the address of the web has no slash at its end', () => {
  expect(readEnv({ PUBLIC_URL: 'https://example.com//' }).PUBLIC_URL).toBe('https://example.com')
})

describe('DKIM', () => {
  const folder = temporaryFolder()
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const set = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'a' }

  test('is off without settings, and accepts a key in PEM, on one line or in a file', () => {
    expect(readEnv({}).DKIM).toBeUndefined()
    const file = path.join(folder, 'key.pem')
    writeFileSync(file, pem)
    for (const DKIM_PRIVATE_KEY of [pem, pem.replaceAll('\n', '\\n'), file]) {
      const dkim = { domainName: 'example.com', keySelector: 'a', privateKey: pem }
      expect(readEnv({ ...set, DKIM_PRIVATE_KEY }).DKIM).toEqual(dkim)
    }
  })

  test('wants all three settings, and a key that is one', () => {
    expect(() => readEnv(set)).toThrow(/^The setting DKIM_PRIVATE_KEY is wrong: .+ belong together$/)
    expect(() => readEnv({ DKIM_PRIVATE_KEY: pem })).toThrow(/^The setting DKIM_DOMAIN is wrong/)
    for (const DKIM_PRIVATE_KEY of ['-----BEGIN nonsense', '/no/such/file']) {
      expect(() => readEnv({ ...set, DKIM_PRIVATE_KEY })).toThrow(/^The setting DKIM_PRIVATE_KEY is wrong: [^\n]+$/)
    }
  })
})

describe('the SMTP server for bounces', () => {
  const folders = [temporaryFolder(), temporaryFolder()] as const

  test('has a certificate with its key, or none', () => {
    const { cert, key } = writeCertificate(folders[0], 'bounces.example')
    const { key: otherKey } = writeCertificate(folders[1], 'other.example')
    const read = (files: object) => readEnv({ BOUNCE_SMTP_CERT: cert, ...files }).BOUNCE_CERTIFICATE
    expect(readEnv({}).BOUNCE_CERTIFICATE).toBeUndefined()
    expect(read({ BOUNCE_SMTP_KEY: key })).toEqual({ cert, key })
    expect(() => read({})).toThrow(/^The setting BOUNCE_SMTP_KEY is wrong: .+ belong together$/)
    expect(() => readEnv({ BOUNCE_SMTP_KEY: key })).toThrow(
      /^The setting BOUNCE_SMTP_CERT is wrong: .+ belong together$/,
    )
    for (const BOUNCE_SMTP_KEY of [otherKey, cert, '/no/such/file'])
      expect(() => read({ BOUNCE_SMTP_KEY })).toThrow(/^The setting BOUNCE_SMTP_CERT is wrong: [^\n]+$/)
  })
})

test('a bucket has all four of its settings, or none', () => {
  const set = { S3_ENDPOINT: 'https://s3.example.com/', S3_BUCKET: 'pictures', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  expect(readEnv({}).S3).toBeUndefined()
  expect(readEnv(set).S3).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'pictures',
    accessKey: 'a',
    secretKey: 'b',
  })
  for (const name of Object.keys(set)) {
    expect(() => readEnv({ ...set, [name]: '' })).toThrow(
      new RegExp(`^The setting ${name} is wrong: .+ belong together$`),
    )
  }
  expect(() => readEnv({ ...set, S3_ENDPOINT: 's3' })).toThrow(/^The setting S3_ENDPOINT is wrong/)
  expect(() => readEnv({ ...set, S3_BUCKET: 'a/b' })).toThrow(/^The setting S3_BUCKET is wrong/)
})

test('WORKER: only a look at a restored store needs no worker on the embedded database', () => {
  expect(readEnv({ WORKER: 'none' }).WORKER).toBe('none')
  expect(() => readEnv({ WORKER: 'off' })).toThrow('without DATABASE_URL it must be on')
})
