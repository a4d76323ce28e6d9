import { contents } from '#contract/contents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { mails } from '#contract/mails.ts'
import { newsletters } from '#contract/newsletters.ts'
import { problems } from '#contract/problems.ts'
import { publications } from '#contract/publications.ts'
import { passkeys, sessions } from '#contract/sessions.ts'
import { users } from '#contract/users.ts'
import { get, withApi } from '../testing/api.ts'

withApi()

const groups = [contents, mails, newsletters, passkeys, publications, sessions, users]
const endpoints = groups.flatMap((group) => Object.values<Endpoint>(group))

test('every endpoint of the contract is served and described', async () => {
  const document = (await (await get('/openapi.json')).json()) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toBe('3.1.0')
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
  )
})

test('every reference in the description leads somewhere', async () => {
  const text = await (await get('/openapi.json')).text()
  const schemas = (JSON.parse(text) as { components: { schemas: object } }).components.schemas
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(10)
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining([...new Set(names)]))
})

test('the reference page names every call and every problem, without scripts', async () => {
  const response = await get('/reference')
  const html = await response.text()
  for (const { method, path } of endpoints) expect(html).toContain(`<code>${method} ${path}</code>`)
  for (const code of Object.keys(problems)) expect(html).toContain(`id="${code}"`)
  expect(html).not.toContain('<script')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})
