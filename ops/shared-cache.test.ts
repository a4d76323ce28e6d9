import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemState } from '#contract/system.ts'
import type { SignedIn } from '#contract/users.ts'
import { type RunningProduct, runProduct } from '#scripts/run-product.ts'
import { run, temporaryFolder } from '#testing/children.ts'
import { freePort } from '#testing/cluster.ts'

// The whole product behind a real Varnish, which keeps pages until the product API drops them.

const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'correct-horse-battery' }

// Before the folder is deleted.
afterAll(async () => {
  await product?.stop()
  await stopVarnish?.()
  proxy?.close()
})
const folder = temporaryFolder()
let settings: Parameters<typeof runProduct>[0]
let product: RunningProduct
let stopVarnish: () => Promise<unknown>
let proxy: http.Server
/** Varnish's address. */
let front: string
let authorization: string
beforeAll(async () => {
  const [PORT, PRODUCT_API_PORT, varnishPort] = [await freePort(), await freePort(), await freePort()]
  stopVarnish = await startVarnish(varnishPort, PORT)
  front = `http://localhost:${varnishPort}`
  proxy = await startProxy(varnishPort)
  settings = {
    ...{ PORT, PRODUCT_API_PORT, DATA_DIR: path.join(folder, 'data'), ...admin },
    ...{
      PUBLIC_URL: `http://localhost:${(proxy.address() as AddressInfo).port}`,
      TRUST_PROXY: 'on',
      SHARED_CACHE: `varnish://127.0.0.1:${varnishPort}`,
    },
  }
  product = await runProduct(settings)
  const { token } = await ask<SignedIn>('POST', '/users/login', {
    email: admin.ADMIN_EMAIL,
    password: admin.ADMIN_PASSWORD,
  })
  authorization = `Bearer ${token}`
}, 60_000)

/** Does as Caddy: it says who has called, whatever the visitor says. */
async function startProxy(port: number): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const { method, url, headers, socket } = request
    const options = { port, method, path: url, headers: { ...headers, 'x-forwarded-for': socket.remoteAddress } }
    const passed = http.request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  server.listen(0)
  await once(server, 'listening')
  return server
}

async function startVarnish(port: number, sitePort: number): Promise<() => Promise<unknown>> {
  const vcl = path.join(folder, 'bytewise.vcl')
  writeFileSync(vcl, readFileSync('ops/varnish/bytewise.vcl', 'utf8').replace('"3000"', `"${sitePort}"`))
  const options = ['-j', 'none', '-n', path.join(folder, 'varnish'), '-s', 'malloc,64m', '-p', 'http_gzip_support=off']
  const child = spawn('varnishd', ['-F', '-a', `127.0.0.1:${port}`, '-f', vcl, ...options], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  return () => {
    child.kill('SIGTERM')
    return ended
  }
}

async function ask<T>(method: string, address: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
  const response = await fetch(product.apiUrl + address, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${address} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

type Seen = { status: number; headers: http.IncomingHttpHeaders; text: string; isKept: boolean }

/** Reads through Varnish. `isKept`: it has answered without asking the site. */
async function open(address: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET'): Promise<Seen> {
  const request = http.request(front + address, { method, headers }).end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  // Its own id, and that of the request that brought the page.
  const isKept = String(response.headers['x-varnish']).includes(' ')
  return { status: response.statusCode ?? 0, headers: response.headers, text, isKept }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(5)
}

type Written = { _id: string; version: number; slug: string }
const text = { content: '<p>It was quiet in the harbour. Nobody said a word.</p>', category: 'fiction' }

test('keeps pages for everyone, and takes the tags out of answers', async () => {
  await open('/about-us')
  const { status, headers, isKept } = await open('/about-us', { cookie: 'bytewise-theme=dark; other=1' })
  expect([status, isKept]).toEqual([200, true])
  expect(headers).not.toHaveProperty('cache-tag')
  expect(headers).not.toHaveProperty('xkey')
  const compressed = await open('/about-us', { 'accept-encoding': 'gzip, br' })
  expect(compressed.headers['content-encoding']).toBe('br')
})

test('keeps nothing that is for one reader', async () => {
  for (const address of ['/users/login', '/bookmarks', '/api/auth/csrf', '/article/missing']) {
    await open(address)
    expect(await open(address)).toMatchObject({ isKept: false })
  }
})

test('a change is seen at once, also by those who read all the time', async () => {
  let at = await ask<Written>('POST', '/contents', { ...text, title: 'The first title' })
  at = await ask<Written>('PUT', `/contents/${at._id}`, { isDraft: false, version: at.version })
  const address = `/article/${at.slug}`
  await until(async () => (await open(address)).status === 200)
  let isOver = false
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) for (const one of [address, '/', '/articles/fiction']) await open(one)
  })
  const took: number[] = []
  for (let round = 0; round < 40; round++) {
    const title = `The title of round ${round}`
    at = await ask<Written>('PUT', `/contents/${at._id}`, { title, version: at.version })
    const answeredAt = performance.now()
    for (const one of [address, '/']) await until(async () => (await open(one)).text.includes(title))
    took.push(performance.now() - answeredAt)
  }
  isOver = true
  await Promise.all(readers)
  took.sort((a, b) => a - b)
  process.stderr.write(
    `from the answer to a write until Varnish shows it: p50 ${took[20]?.toFixed(0)} ms, p95 ${took[38]?.toFixed(0)} ms\n`,
  )
  expect((await open(address)).text).toContain('The title of round 39')
}, 120_000)

test('an answer from before a change that comes late is dropped fifteen seconds later', async () => {
  let at = await ask<Written>('POST', '/contents', { ...text, title: 'An old title' })
  at = await ask<Written>('PUT', `/contents/${at._id}`, { isDraft: false, version: at.version })
  const address = `/article/${at.slug}`
  await until(async () => (await open(address)).text.includes('An old title'))
  await ask('PUT', `/contents/${at._id}`, { title: 'A new title', version: at.version })
  await until(async () => (await open(address)).text.includes('A new title'))
  const changedAt = performance.now()
  // A late answer can't be had at will. The page is dropped twice more, whatever brought it.
  for (const at of [500, 1_500]) {
    await sleep(at - (performance.now() - changedAt))
    await open(address)
    expect(await open(address)).toMatchObject({ isKept: true })
  }
  await until(async () => !(await open(address)).isKept)
  expect(performance.now() - changedAt).toBeLessThan(17_000)
}, 60_000)

test('a start of the product API drops everything', async () => {
  await open('/about-us')
  expect(await open('/about-us')).toMatchObject({ isKept: true })
  await product.stop()
  // The site is away, and its pages are not.
  expect(await open('/about-us')).toMatchObject({ status: 200, isKept: true })
  product = await runProduct(settings)
  await until(async () => !(await open('/about-us')).isKept)
}, 60_000)

test('the doctor finds nothing wrong with the cache, nor with who calls through a proxy and Varnish', async () => {
  const { checks } = JSON.parse(
    (await run('scripts/doctor.ts', ['--json'], { env: { ...process.env, ...asText(settings) } }).ended).stdout,
  ) as SystemState
  const codesOf = (part: string) => checks.find((one) => one.part === part)?.findings.map(({ code }) => code)
  expect(codesOf('cache')).toEqual(['cache-works'])
  expect(codesOf('address')).toEqual(['address-works'])
}, 60_000)

test('a visitor can’t drop pages, a proxy in between or not', async () => {
  await open('/about-us')
  const drop = { 'xkey-purge': 'every-page' }
  expect(await open('/', { ...drop, 'x-forwarded-for': '198.51.100.7' }, 'PURGE')).toMatchObject({ status: 403 })
  expect(await open('/', {}, 'PURGE')).toMatchObject({ status: 403 })
  expect(await open('/about-us')).toMatchObject({ isKept: true })
})

function asText(given: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
}
