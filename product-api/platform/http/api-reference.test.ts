import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { calls } from '#contract/calls.ts'
import { problems } from '#contract/problems.ts'
import { api, get, withApi } from '#testing/api.ts'

withApi()

test('every call of the contract has a route, and every other route is an operator’s', () => {
  const names = new Set<string>(calls.map(({ call }) => call))
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

type Operation = {
  operationId: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: string }[]
  responses: Record<string, { headers?: Record<string, unknown>; content: Record<string, unknown> }>
}

async function description() {
  const document = await (await get('/openapi.json')).json()
  return document as { openapi: string; servers: object[]; paths: Record<string, Record<string, Operation>> }
}

const unnamed = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}')

test('every call of the contract is described, and the change feed', async () => {
  const { openapi, paths } = await description()
  expect(openapi).toBe('3.1.0')
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${unnamed(path)}`),
  )
  expect(described.sort()).toEqual(
    [...calls.map(({ method, path }) => `${method} ${unnamed(path)}`), 'GET /changes'].sort(),
  )
})

test('a strict linter finds nothing to say of the description', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'description-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, await (await get('/openapi.json')).text())
    const config = join(import.meta.dirname, 'redocly.yaml')
    const linter = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const asked = [linter, 'lint', file, '--config', config, '--format', 'json']
    const { stdout } = await promisify(execFile)(process.execPath, asked, { env }).catch((fault) => fault)
    const { totals, problems: found } = JSON.parse(stdout) as { totals: object; problems: unknown[] }
    expect(found).toEqual([])
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('it documents which calls need a session', async () => {
  const { paths, servers } = await description()
  expect(servers).toEqual([expect.objectContaining({ url: '/' })])
  expect(paths['/users/current_user']?.get?.security).toEqual([{ session: [] }])
  expect(paths['/users/count']?.get?.security).toEqual([{ session: ['admin'] }])
  expect(paths['/contents']?.get?.security).toEqual([{}, { session: [] }])
  expect(paths['/newsletters/bounces']?.post?.security).toEqual([{ signature: [] }])
})

test('it documents the Link header of every call with a cursor', async () => {
  const { paths } = await description()
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const takeCursor = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
  expect(takeCursor.length).toBeGreaterThan(10)
  expect(takeCursor.filter(({ responses }) => !responses[200]?.headers?.Link)).toEqual([])
  expect(paths['/changes']?.get?.responses[200]?.content).toHaveProperty('text/event-stream')
})

test('if two calls name the same parameter differently, the description has one name for it', async () => {
  const { paths } = await description()
  expect(Object.keys(paths['/contents/{slug}'] ?? {}).sort()).toEqual(['delete', 'get', 'post', 'put'])
  expect(paths['/contents/{slug}']?.put?.parameters).toEqual([expect.objectContaining({ name: 'slug', in: 'path' })])
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
  for (const { call } of calls) expect(html).toContain(`<code>${call}</code>`)
  for (const code of Object.keys(problems)) expect(html).toContain(`id="${code}"`)
  expect(html).not.toContain('<script')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})
