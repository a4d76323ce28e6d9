import { readStartSettings } from './settings.ts'

const read = (source: Record<string, string>) => readStartSettings(source as NodeJS.ProcessEnv)

test.each([
  [{}, 'http://127.0.0.1:4000'],
  [{ PRODUCT_API_HOST: '0.0.0.0', PRODUCT_API_PORT: '4100' }, 'http://127.0.0.1:4100'],
  [{ PRODUCT_API_HOST: '::' }, 'http://[::1]:4000'],
  [{ PRODUCT_API_HOST: '10.0.0.5' }, 'http://10.0.0.5:4000'],
  [{ PRODUCT_API_HOST: 'fd00::5' }, 'http://[fd00::5]:4000'],
  [{ PRODUCT_API_HOST: 'localhost' }, 'http://localhost:4000'],
])('with %j the web asks %s', (source, url) => {
  expect(read(source).productApiUrl).toBe(url)
})

test('both programs have the same address of the site', () => {
  const { web, api } = read({ PORT: '3100' })
  expect(web.PUBLIC_URL).toBe('http://localhost:3100')
  expect(api?.PUBLIC_URL).toBe('http://localhost:3100')
})

test('a web node of several needs the secret of all, and has no product API of its own', () => {
  const PRODUCT_API_URL = 'http://10.0.0.5:4000/'
  expect(() => read({ PRODUCT_API_URL })).toThrow(/^The setting NEXTAUTH_SECRET is missing: [^\n]+$/)
  const { api, productApiUrl } = read({ PRODUCT_API_URL, NEXTAUTH_SECRET: 'the same on every node' })
  expect(api).toBeUndefined()
  expect(productApiUrl).toBe('http://10.0.0.5:4000')
})

test.each([
  ['PRODUCT_API_PORT', '0'],
  ['PRODUCT_API_PORT', 'four thousand'],
  ['SEED', 'perhaps'],
  ['PUBLIC_URL', 'https://example.com/blog'],
])('%s=%s is refused before anything starts', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is wrong: [^\n]+$`))
})
