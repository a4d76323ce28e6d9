import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { sitePort, siteUrl } from './support/address.ts'

/** The site's answer to a request written word by word. */
function say(...lines: string[]): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(sitePort, 'localhost', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body })
    })
  })
}

const get = (target: string, ...headers: string[]) =>
  say(`GET ${target} HTTP/1.1`, ...(headers.length > 0 ? headers : ['Host: localhost']), 'Connection: close')

test('a whole address as the target is the page at that address', async () => {
  const answer = await get(`${siteUrl}/about-us?x=1`, 'Host: elsewhere.example')
  expect(answer.status).toBe(200)
  expect(answer.body).toContain('About Us')
})

test('two Host headers, no address, and a path that climbs are refused', async () => {
  expect((await get('/', 'Host: localhost', 'Host: elsewhere.example')).status).toBe(400)
  for (const target of ['/covers/../admin-dashboard', '/covers/%2e%2e/admin-dashboard', '*', 'ftp://localhost/']) {
    const answer = await get(target)
    expect(answer.status, target).toBe(400)
    expect(answer.head.toLowerCase(), target).toContain("content-security-policy: default-src 'none'")
  }
})

test('an address with capitals leads to the one that was meant, with its query', async () => {
  for (const [target, meant] of [
    ['/About-Us?x=A', '/about-us?x=A'],
    ['/ARTICLES/Fiction/FEED.xml', '/articles/fiction/feed.xml'],
    ['/article/No-Such-Story', '/article/no-such-story'],
    // The second time, the cache already knows that there is no such story.
    ['/article/No-Such-Story', '/article/no-such-story'],
    ['/Reset-Password/AbC', '/reset-password/AbC'],
  ] as const) {
    const { status, head } = await get(target)
    expect([status, head], target).toEqual([308, expect.stringContaining(`\r\nlocation: ${meant}\r\n`)])
  }
  for (const target of ['/No-Such-Page', '/sitemaps/stories-AbC.xml'])
    expect((await get(target)).status, target).toBe(404)
})

test('home is one page: with a cursor it is none', async () => {
  expect((await get('/?cursor=nope')).status).toBe(404)
  expect((await get('/?utm_source=x')).status).toBe(200)
})

test('what rewrites lead to is not there from outside, however it is written', async () => {
  for (const target of [
    ...['/feeds/all/-/feed.xml', '/%66eeds/all/-/feed.xml', '//feeds/all/-/feed.xml', '/markdown/a-story'],
    ...['/uncaught-error', '/refused/429'],
  ]) {
    const answer = await get(target)
    expect(answer.status, target).toBe(404)
    expect(answer.body, target).not.toContain('<rss')
  }
})

test('an uncached answer is compressed as well, and arrives whole', async ({ request }) => {
  for (const path of ['/users/login', '/search?q=clock', '/there-is-no-such-page', '/api/contents?limit=30']) {
    const plain = await (await request.get(path, { headers: { 'accept-encoding': 'identity' } })).text()
    for (const encoding of ['br', 'gzip', '*', 'GZIP']) {
      const answer = await request.get(path, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers()['content-encoding'], `${path} in ${encoding}`).toMatch(/^(?:br|gzip)$/)
      expect(answer.headers().vary).toContain('Accept-Encoding')
      expect((await answer.text()).length).toBe(plain.length)
    }
  }
})

test('the figures are for this machine alone, whatever name leads to it', async () => {
  expect((await get('/metrics', 'Host: localhost')).body).toContain('bytewise_page_cache')
  expect((await get('/metrics', 'Host: rebound.example')).status).toBe(404)
  for (const mark of ['Via: 1.1 proxy', 'Forwarded: for=192.0.2.1', 'X-Forwarded-Host: bytewise.example'])
    expect((await get('/metrics', 'Host: localhost', mark)).status, mark).toBe(404)
})

test('a part of a page that no link asks for is the whole page', async () => {
  for (const [target, status] of [
    ['/subscribe', 200],
    ['/users/login?_rsc=1', 200],
    ['/there-is-no-such-page', 404],
  ] as const) {
    const answer = await get(target, 'Host: localhost', 'RSC: 1', 'Next-Router-State-Tree: %5Bbroken')
    expect([answer.status, answer.head], target).toEqual([status, expect.stringMatching(/content-type: text\/html/i)])
  }
})
