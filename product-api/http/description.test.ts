import { calls } from '#contract/calls.ts'
import { problems } from '#contract/problems.ts'
import { api, get, withApi } from '../testing/api.ts'

withApi()

test('every call of the contract has a route, and every other route is an operator’s', () => {
  const names = new Set(calls.map(({ method, path }) => `${method} ${path}`))
  const routes = new Set(
    api()
      .app.routes.filter(({ method }) => method !== 'ALL')
      .map((route) => `${route.method} ${route.path}`),
  )
  expect([...names].filter((name) => !routes.has(name))).toEqual([])
  expect([...routes].filter((route) => !names.has(route)).sort()).toEqual(
    ['changes', 'healthz', 'metrics', 'openapi.json', 'readyz', 'reference'].map((path) => `GET /${path}`),
  )
})

test('every call of the contract is described', async () => {
  const document = (await (await get('/openapi.json')).json()) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toBe('3.1.0')
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(
    calls.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
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
  for (const { method, path } of calls) expect(html).toContain(`<code>${method} ${path}</code>`)
  for (const code of Object.keys(problems)) expect(html).toContain(`id="${code}"`)
  expect(html).not.toContain('<script')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})
