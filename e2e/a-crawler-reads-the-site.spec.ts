import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { sitePort, siteUrl } from './support/address.ts'
import { aStory, stories } from './support/site-content.ts'

test('a missing story is a real 404 with a whole page', async ({ request }) => {
  const answer = await request.get('/article/there-is-no-such-story')
  expect(answer.status()).toBe(404)
  const html = await answer.text()
  expect(html).toContain('<main')
  expect(html).toMatch(/<meta name="robots" content="[^"]*noindex/)
})

test('a story says what it is', async ({ page, request }) => {
  const story = await aStory(request, 'book_summary')
  await page.goto(`/article/${story.slug}`)
  const head = (selector: string) => page.locator(`head ${selector}`).first().getAttribute('content')
  expect(await page.locator('head link[rel=canonical]').getAttribute('href')).toMatch(
    new RegExp(`/article/${story.slug}$`),
  )
  expect(await head('meta[property="og:type"]')).toBe('article')
  expect(await head('meta[name="twitter:card"]')).toBe('summary_large_image')
  const image = (await head('meta[property="og:image"]')) ?? ''
  const picture = await request.get(new URL(image).pathname)
  expect(picture.headers()['content-type']).toBe('image/png')
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  const kinds = data.map((text) => (JSON.parse(text) as { '@type': string })['@type'])
  expect(kinds).toEqual(expect.arrayContaining(['Article', 'Book', 'BreadcrumbList']))
  const article = data
    .map((text) => JSON.parse(text) as { '@type': string; wordCount?: number })
    .find((item) => item['@type'] === 'Article')
  expect(article?.wordCount).toBeGreaterThan(300)
})

test('every page that is shared has a picture of its own', async ({ request }) => {
  const story = (await stories(request)).find(({ publication_slug }) => publication_slug)
  const pictures = new Set<string>()
  for (const path of [
    ...['/', '/books', '/articles/fiction', '/articles/all', `/publication/${story?.publication_slug}`],
    ...[`/profile/${story?.author_uuid}`, `/article/${story?.slug}`],
  ]) {
    const html = await (await request.get(path)).text()
    const meta = (name: string) => html.match(new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`))?.[1]
    expect(meta('twitter:image'), path).toBe(meta('og:image'))
    expect(meta('twitter:card'), path).toBe('summary_large_image')
    const picture = await request.get(new URL(meta('og:image') ?? '').pathname)
    expect(picture.status(), path).toBe(200)
    expect(picture.headers()['content-type']).toBe('image/png')
    pictures.add((await picture.body()).toString('base64'))
  }
  expect(pictures.size).toBe(7)
  for (const name of ['no-such-story', '~category.no-such', '~author.no-such', '~publication.no-such', '~no-such']) {
    expect((await request.get(`/share-image/${name}.png`)).status(), name).toBe(404)
  }
})

test('an author’s profile may be listed', async ({ request }) => {
  const { author_uuid } = await aStory(request)
  expect(await (await request.get(`/profile/${author_uuid}`)).text()).not.toContain('name="robots"')
})

test('the home page names the site and its search', async ({ page }) => {
  await page.goto('/')
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.some((text) => text.includes('SearchAction'))).toBe(true)
})

test('the sitemap index leads to every story with its last change, and to every author', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  const index = robots.match(/^Sitemap: (\S+)$/m)?.[1] ?? ''
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
  const parts = locations(await (await request.get(new URL(index).pathname)).text())
  const pages: string[] = []
  for (const part of parts) {
    const xml = await (await request.get(part)).text()
    if (part.includes('stories')) expect(xml).toMatch(/<lastmod>\d{4}-\d{2}-\d{2}T/)
    pages.push(...locations(xml))
  }
  for (const { slug, author_uuid } of await stories(request)) {
    expect(pages).toContain(`/article/${slug}`)
    expect(pages.filter((path) => path === `/profile/${author_uuid}`)).toHaveLength(1)
  }
  expect((await request.get('/sitemaps/stories-nonsense.xml')).status()).toBe(404)
})

for (const [file, type] of [
  ['feed.xml', 'application/rss+xml'],
  ['atom.xml', 'application/atom+xml'],
  ['feed.json', 'application/feed+json'],
] as const) {
  test(`${file} carries whole stories for every list, and 304 for who has them`, async ({ request }) => {
    const story = await aStory(request, 'technology')
    for (const list of ['', '/books', '/articles/technology', `/profile/${story.author_uuid}`]) {
      const answer = await request.get(`${list}/${file}`)
      expect(answer.status(), `${list}/${file}`).toBe(200)
      expect(answer.headers()['content-type']).toContain(type)
      expect((await answer.text()).length).toBeGreaterThan(2_000)
      const again = await request.get(`${list}/${file}`, { headers: { 'if-none-match': answer.headers().etag ?? '' } })
      expect(again.status()).toBe(304)
    }
    for (const list of ['/publication/there-is-none', '/articles/there-is-none', '/profile/there-is-none']) {
      expect((await request.get(`${list}/${file}`)).status(), list).toBe(404)
    }
  })
}

test('every story has a Markdown copy, and llms.txt leads to them', async ({ request }) => {
  const guide = await (await request.get('/llms.txt')).text()
  const copy = guide.match(/\((\S+\.md)\)/)?.[1] ?? ''
  const answer = await request.get(new URL(copy).pathname)
  expect(answer.headers()['content-type']).toContain('text/markdown')
  expect(await answer.text()).toMatch(/^# .+/)
})

test('unknown parameters do not make new pages', async ({ request }) => {
  await request.get('/about-us')
  const plain = await request.get('/about-us')
  const tracked = await request.get('/about-us?utm_source=somewhere&x=1')
  expect(tracked.headers().etag).toBe(plain.headers().etag)
})

test('every answer carries the security headers, and no inline script but Next’s own is allowed', async ({
  request,
}) => {
  const routes = [
    ...['/', '/search?q=a', '/no-such-page', '/feed.xml', '/api/contents', '/api/users/current_user', '/users/login'],
    ...['/api/auth/csrf', '/api/auth/signout', '/api/no-such-call', '/article/%00', '/%ff', '/healthz', '/articles'],
    ...['/bookmarks', '/covers/none.webp', '/theme.js', `/${'a'.repeat(9_000)}`],
  ]
  for (const route of routes) {
    const headers = (await request.get(route, { maxRedirects: 0 })).headers()
    expect(headers['x-content-type-options'], route).toBe('nosniff')
    expect(headers['referrer-policy'], route).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
    expect(headers['x-frame-options'], route).toBe('DENY')
    if (!/theme\.js/.test(route)) expect(headers['content-security-policy'], route).toContain("default-src 'none'")
  }
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self' 'sha256-")
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})

test('a method that there is nothing for is a 405 that says which there are', async ({ request }) => {
  for (const [method, path] of [
    ['POST', '/'],
    ['DELETE', '/users/login'],
    ['OPTIONS', '/'],
    ['PATCH', '/api/users/signup'],
    ['PROPFIND', '/api/contents'],
  ] as const) {
    const answer = await request.fetch(path, { method })
    expect(answer.status(), `${method} ${path}`).toBe(405)
    expect(answer.headers().allow, `${method} ${path}`).toContain('GET, HEAD')
  }
})

test('what is no request at all is refused with the same headers', async () => {
  const refusal = await new Promise<string>((resolve) => {
    const socket = connect(sitePort, 'localhost', () => {
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`)
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', () => undefined)
  })
  expect(refusal).toMatch(/^HTTP\/1\.1 431 /)
  expect(refusal).toContain("content-security-policy: default-src 'none'")
})

test('a form that is larger than any of ours is not read to its end', async ({ request }) => {
  const form = { email: 'a@example.com', password: 'x'.repeat(100_000) }
  const answer = await request.post('/api/auth/callback/credentials', { form, headers: { origin: siteUrl } })
  expect(answer.status()).toBe(413)
})

test('the page for failures is nobody’s to open', async ({ request }) => {
  expect((await request.get('/uncaught-error')).status()).toBe(404)
})

test('a broken address is a clear 4xx', async ({ request }) => {
  for (const path of [
    '/article/%00',
    '/article/%E0%A4%A',
    '/articles/%2e%2e%2f',
    `/article/${'a'.repeat(9_000)}`,
    '/api/contents/%00',
  ]) {
    const answer = await request.get(path)
    expect(answer.status(), path.slice(0, 40)).toBeGreaterThanOrEqual(400)
    expect(answer.status(), path.slice(0, 40)).toBeLessThan(500)
  }
})
