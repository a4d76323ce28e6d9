import { readWebEnv } from '#lib/env.ts'

test('everything has a default, and an empty value is none', () => {
  expect(readWebEnv({ PORT: '', PUBLIC_URL: '' })).toMatchObject({ PORT: 3000, PUBLIC_URL: 'http://localhost:3000' })
})

test('the address of the site is its origin', () => {
  expect(readWebEnv({ PUBLIC_URL: 'https://Example.com:443//' }).PUBLIC_URL).toBe('https://example.com')
})

test('the product API may be under a path', () => {
  const PRODUCT_API_URL = 'https://api.example.com/v1/'
  expect(readWebEnv({ PRODUCT_API_URL }).PRODUCT_API_URL).toBe('https://api.example.com/v1')
})

test.each([
  ['PORT', 'three thousand'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '0x50'],
  ['PORT', '3e3'],
  ['PORT', ' '],
  ['PORT', '80.5'],
  ['WEB_RENDERERS', '0'],
  ['PAGE_CACHE_MB', '-1'],
  ['PAGE_CACHE_MB', ' '],
  ['PUBLIC_URL', 'example.com'],
  ['PUBLIC_URL', 'https://example.com/blog'],
  ['PUBLIC_URL', 'https://example.com/?a=b'],
  ['PUBLIC_URL', 'https://example.com/#top'],
  ['PUBLIC_URL', 'https://me:secret@example.com'],
  ['PRODUCT_API_URL', 'localhost:4000'],
  ['PRODUCT_API_URL', 'https://api.example.com/?key=1'],
  ['PRODUCT_API_URL', 'https://me:secret@api.example.com'],
  ['GOOGLE_ISSUER', 'accounts.google.com'],
  ['SOCIAL_LINKS', 'example.com'],
  ['TRUST_PROXY', 'yes'],
  ['NEXTAUTH_SECRET', 'short'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by its name, in one sentence without zod’s words', (name, value) => {
  let said = ''
  try {
    readWebEnv({ [name]: value })
  } catch (fault) {
    said = (fault as Error).message
  }
  expect(said).toMatch(new RegExp(`^The setting ${name} is wrong: [^\n]+$`))
  expect(said).not.toContain('secret@')
})
