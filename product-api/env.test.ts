import { readEnv } from './env.ts'

test('everything has a default, and an empty value is none', () => {
  const env = readEnv({ PRODUCT_API_PORT: '', ADMIN_PASSWORD: '', DATABASE_URL: '' })
  expect(env).toMatchObject({
    PRODUCT_API_PORT: 4000,
    PRODUCT_API_HOST: '127.0.0.1',
    SEED: 'on',
    PRODUCT_NAME: 'Bytewise',
  })
  expect(env.DATABASE_URL).toBeUndefined()
  expect(env.DATA_DIR).toMatch(/\/data$/)
})

test.each([
  ['PRODUCT_API_PORT', 'eighty'],
  ['PRODUCT_API_PORT', '70000'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'short'],
  ['SEED', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['SEARCH_LIMIT_PER_MINUTE', '0'],
])('%s=%s is refused by its name, in one sentence', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is wrong: [^\n]+$`))
})
