import { clientId, type Provider, startProvider } from '#testing/google.ts'
import { createGoogleVerifier, type GoogleVerifier } from './google-verifier.ts'

let provider: Provider
let verifier: GoogleVerifier
beforeAll(async () => {
  provider = await startProvider()
})
beforeEach(() => {
  provider.work(true)
  verifier = createGoogleVerifier({ issuer: provider.issuer, clientId })
})
afterAll(() => provider.stop())

test('answers the verified claims', async () => {
  expect(await verifier.verify(await provider.token())).toEqual({
    issuer: provider.issuer,
    subject: '10769150350006150715113082367',
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    picture: 'https://pictures.example/ada.jpg',
  })
})

test('tolerates a clock that is five minutes off', async () => {
  const token = await provider.token({ exp: provider.now() - 200 })
  await expect(verifier.verify(token)).resolves.toMatchObject({ email: 'ada@example.com' })
})

test.each([
  ['a picture that is not https', { picture: 'http://pictures.example/ada.jpg' }, { picture: null }],
  ['a picture that is a script', { picture: 'javascript:alert(1)' }, { picture: null }],
  ['no name', { name: undefined }, { name: 'ada' }],
  ['a name with half a character', { name: 'Ada \ud83e' }, { name: 'ada' }],
  ['a picture with half a character', { picture: 'https://pictures.example/\ud83e' }, { picture: null }],
  ['a name of two lines', { name: 'Ada\nBcc: evil@example.com' }, { name: 'ada' }],
])('leaves out %s', async (_, change, expected) => {
  expect(await verifier.verify(await provider.token(change))).toMatchObject(expected)
})

const refused: [string, () => Promise<string> | string][] = [
  ['of another issuer', () => provider.token({ iss: 'https://evil.example' })],
  ['of Google, where another issuer is set', () => provider.token({ iss: 'https://accounts.google.com' })],
  ['for another client', () => provider.token({ aud: 'another.apps.example' })],
  [
    'for several clients',
    () => provider.token({ aud: [clientId, 'another.apps.example'], azp: 'another.apps.example' }),
  ],
  ['that is too old', () => provider.token({ exp: provider.now() - 301 })],
  ['without an expiry', () => provider.token({}, { without: 'exp' })],
  ['that is not valid yet', () => provider.token({ nbf: provider.now() + 3_600 })],
  ['without a subject', () => provider.token({}, { without: 'sub' })],
  ['whose subject has a NUL', () => provider.token({ sub: 'a\0b' })],
  ['whose subject has half a character', () => provider.token({ sub: 'a\ud83e' })],
  ['whose subject is no ASCII', () => provider.token({ sub: 'adä' })],
  ['whose subject is too long', () => provider.token({ sub: 'a'.repeat(256) })],
  ['without an email', () => provider.token({ email: undefined })],
  ['whose email is not verified', () => provider.token({ email_verified: false })],
  ['whose verification is a string', () => provider.token({ email_verified: 'true' })],
  ['whose email ends a header', () => provider.token({ email: 'ada@example.com\r\nBcc: evil@example.com' })],
  ['that is not signed', () => provider.unsigned()],
  ['signed by somebody else', () => provider.token({}, { byStranger: true })],
  ['signed with the public client id', () => provider.signedByClientId()],
  ['that is malformed', () => 'not.a.token'],
  ['that is empty', () => ''],
]
test.each(refused)('refuses a token %s', async (_, token) => {
  await expect(verifier.verify(await token())).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test('fetches the keys once, and again after a failure', async () => {
  provider.work(false)
  await expect(verifier.verify(await provider.token())).rejects.toMatchObject({ code: 'unavailable' })
  provider.work(true)
  const before = provider.asked()
  await verifier.verify(await provider.token())
  await verifier.verify(await provider.token())
  expect(provider.asked() - before).toBe(2)
})

test('answers 503 if the provider can’t be reached', async () => {
  const gone = createGoogleVerifier({ issuer: 'http://127.0.0.1:1', clientId })
  await expect(gone.verify(await provider.token())).rejects.toMatchObject({ code: 'unavailable' })
})

test('refuses a discovery document with another issuer', async () => {
  const other = createGoogleVerifier({ issuer: provider.issuer.replace('127.0.0.1', 'localhost'), clientId })
  await expect(other.verify(await provider.token())).rejects.toMatchObject({ code: 'unavailable' })
})
