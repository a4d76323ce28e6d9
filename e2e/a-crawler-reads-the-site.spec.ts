import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { pageScript } from '#lib/renderer/page-script.ts'
import { sitePort, siteUrl } from './support/address.ts'
import { aStory, stories } from './support/site-content.ts'

test('a missing story is a real 404 with a whole page', async ({ request }) => {
  const answer = await request.get('/article/there-is-no-such-story')
  expect(answer.status()).toBe(404)
  const html = await answer.text()
  expect(html).toContain('<main')
  expect(html).toMatch(/<meta name="robots" content="[^"]*noindex/)
})

test('home has one address and the site one language, wherever they are named', async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text()
  const [html, sitemap, rss, manifest] = await Promise.all(
    ['/', '/sitemaps/pages.xml', '/feed.xml', '/manifest.webmanifest'].map(read),
  )
  const found = (text: string | undefined, pattern: RegExp) => pattern.exec(text ?? '')?.[1]
  expect([
    found(html, /<link rel="canonical" href="([^"]*)"/),
    found(html, /<meta property="og:url" content="([^"]*)"/),
    found(html, /"@type":"WebSite".*?"url":"([^"]*)","potentialAction"/),
    found(sitemap, /<loc>([^<]*)</),
    found(rss, /<link>([^<]*)</),
  ]).toEqual(Array(5).fill(`${siteUrl}/`))
  expect([
    found(html, /<html lang="([^"]*)"/),
    found(html, /<meta property="og:locale" content="([^"]*)"/)?.replace('_', '-'),
    found(html, /"inLanguage":"([^"]*)"/),
    found(rss, /<language>([^<]*)</),
    found(manifest, /"lang":"([^"]*)"/),
  ]).toEqual(Array(5).fill('en-GB'))
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

test('a page that search engines leave out may be opened by them, or they would never learn it', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect([...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path)).toEqual(['/api/'])
  expect(await (await request.get('/search?q=sea')).text()).toMatch(/<meta name="robots" content="noindex, follow"/)
})

test('book summaries have one address, whichever of the two was opened', async ({ request }) => {
  for (const path of ['/books', '/articles/book_summary']) {
    const html = await (await request.get(path)).text()
    expect(html, path).toMatch(/<link rel="canonical" href="[^"]+\/books"/)
    expect(html, path).toMatch(/<link rel="alternate"[^>]+href="[^"]+\/books\/feed\.xml"/)
    expect(html, path).not.toContain('href="/articles/book_summary')
  }
})

test('further pages of a list are followed and not listed, each with a title and an address of its own', async ({
  request,
}) => {
  const titles = new Set<string>()
  let next: string | undefined = '/articles/all'
  for (let pages = 0; next; pages++) {
    const html: string = await (await request.get(next)).text()
    const canonical = html.match(/<link rel="canonical" href="([^"]+)"/)?.[1] ?? ''
    const { pathname, search } = new URL(canonical)
    expect(pathname + search).toBe(next)
    expect(/<meta name="robots" content="noindex, follow"/.test(html), next).toBe(pages > 0)
    titles.add(html.match(/<title>([^<]+)<\/title>/)?.[1] ?? '')
    expect(titles.size).toBe(pages + 1)
    next = html.match(/<a href="([^"]+)" rel="next"/)?.[1]
  }
  expect(titles.size).toBeGreaterThan(1)
})

test('no title says the site’s name twice', async ({ request }) => {
  for (const path of ['/', '/articles/bytewise', '/about-us', '/newsletters']) {
    const title = (await (await request.get(path)).text()).match(/<title>([^<]+)<\/title>/)?.[1] ?? ''
    expect(title.match(/Bytewise/g), `${path}: ${title}`).toHaveLength(1)
  }
})

test('lists, profiles, stories and home say what they are, who publishes them and how to search them', async ({
  request,
}) => {
  type Described = {
    '@type': string
    mainEntity?: Described & { itemListElement?: { url: string }[] }
    publisher?: { logo: { url: string } }
    wordCount?: number
  }
  const htmlOf = async (path: string) => (await request.get(path)).text()
  const described = async (path: string) => {
    const found = [...(await htmlOf(path)).matchAll(/<script type="application\/ld\+json">([^<]+)<\/script>/g)]
    return found.map(([, text]) => JSON.parse(text ?? '') as Described)
  }
  const story = (await stories(request)).find(({ publication_slug }) => publication_slug)
  for (const path of ['/', '/books', '/articles/fiction', `/publication/${story?.publication_slug}`]) {
    const list = (await described(path)).find((one) => one['@type'] === 'CollectionPage')
    expect(list?.mainEntity?.['@type'], path).toBe('ItemList')
    const [first] = list?.mainEntity?.itemListElement ?? []
    expect((await request.get(new URL(first?.url ?? '').pathname)).status(), path).toBe(200)
  }
  const profile = (await described(`/profile/${story?.author_uuid}`)).find((one) => one['@type'] === 'ProfilePage')
  expect(profile?.mainEntity?.['@type']).toBe('Person')
  const home = await described('/')
  expect(JSON.stringify(home)).toContain('SearchAction')
  const site = home.find((one) => one['@type'] === 'WebSite')
  const logo = await request.get(new URL(site?.publisher?.logo.url ?? '').pathname)
  expect(logo.headers()['content-type']).toBe('image/png')
  const search = (await htmlOf('/')).match(/<link rel="search"[^>]* href="([^"]+)"/)?.[1] ?? ''
  expect((await request.get(search)).headers()['content-type']).toContain('opensearchdescription')

  const summary = `/article/${(await aStory(request, 'book_summary')).slug}`
  const parts = await described(summary)
  expect(parts.map((one) => one['@type'])).toEqual(expect.arrayContaining(['Article', 'Book', 'BreadcrumbList']))
  expect(parts.find((one) => one['@type'] === 'Article')?.wordCount).toBeGreaterThan(300)
  expect(JSON.stringify(parts)).not.toMatch(/"Review"|"Rating"/)
  const html = await htmlOf(summary)
  expect(html.match(/<link rel="canonical" href="([^"]+)"/)?.[1]).toMatch(new RegExp(`${summary}$`))
  const meta = (name: string) => html.match(new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`))?.[1]
  expect(meta('og:type')).toBe('article')
  expect(meta('twitter:card')).toBe('summary_large_image')
  const picture = await request.get(new URL(meta('og:image') ?? '').pathname)
  expect(picture.headers()['content-type']).toBe('image/png')
})

test('a page says when it last changed, and answers 304 to a client that has it', async ({ request }) => {
  for (const path of ['/', '/books', '/feed.xml', '/sitemap.xml']) {
    // A date is sent once its second is over.
    await expect.poll(async () => (await request.get(path)).headers()['last-modified'], path).toBeTruthy()
    const date = (await request.get(path)).headers()['last-modified'] ?? ''
    const ask = (headers: Record<string, string>) => request.get(path, { headers })
    expect((await ask({ 'if-modified-since': date })).status(), path).toBe(304)
    expect((await ask({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status(), path).toBe(200)
    expect((await ask({ 'if-modified-since': date, 'if-none-match': '"another"' })).status(), path).toBe(200)
  }
})

test('pictures for other sites and Markdown copies live longer in shared caches, and not for long', async ({
  request,
}) => {
  const { slug } = await aStory(request)
  const shared = async (path: string) =>
    Number((await request.get(path)).headers()['cache-control']?.match(/s-maxage=(\d+)/)?.[1])
  expect(await shared(`/article/${slug}`)).toBe(5)
  expect(await shared(`/article/${slug}.md`)).toBe(120)
  expect(await shared(`/share-image/${slug}.png`)).toBe(600)
})

test.describe('well-known addresses', () => {
  test('the manifest makes the site installable: its icons have the sizes that it says, and a browser shows /favicon.ico', async ({
    page,
    request,
  }) => {
    await page.goto('/')
    const href = await page.locator('head link[rel=manifest]').getAttribute('href')
    const answer = await request.get(href ?? '')
    expect(answer.headers()['content-type']).toContain('application/manifest+json')
    const manifest = await answer.json()
    expect(manifest).toMatchObject({ name: 'Bytewise', start_url: '/', display: 'standalone' })
    const widthAndHeight = (src: string) =>
      page.evaluate(async (url: string) => {
        const image = new Image()
        image.src = url
        await image.decode()
        return [image.naturalWidth, image.naturalHeight]
      }, src)
    for (const { src, sizes } of manifest.icons) expect((await widthAndHeight(src)).join('x'), src).toBe(sizes)
    expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true)
    for (const { url } of manifest.shortcuts) {
      expect((await request.get(url, { maxRedirects: 0 })).status(), url).toBeLessThan(400)
    }
    expect((await request.get('/favicon.ico')).headers()['content-type']).toMatch(/^image\//)
    expect((await widthAndHeight('/favicon.ico'))[0]).toBeGreaterThanOrEqual(16)
  })

  test('security.txt says whom to tell', async ({ request }) => {
    const answer = await request.get('/.well-known/security.txt')
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
    expect(text).toMatch(/^Canonical: http:\S+\/\.well-known\/security\.txt$/m)
    expect(Date.parse(text.match(/^Expires: (.+)$/m)?.[1] ?? '')).toBeGreaterThan(Date.now())
  })

  test('change-password asks a stranger to sign in first, and its inner address is a 404', async ({ request }) => {
    const answer = await request.get('/.well-known/change-password', { maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    const { pathname, search } = new URL(answer.headers().location ?? '')
    expect(pathname + search).toBe('/users/login?next=%2Faccount%2Fsecurity')
    expect((await request.get('/well-known/change-password', { maxRedirects: 0 })).status()).toBe(404)
  })
})

test('an author’s profile may be listed', async ({ request }) => {
  const { author_uuid } = await aStory(request)
  expect(await (await request.get(`/profile/${author_uuid}`)).text()).not.toContain('name="robots"')
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
  const text = await answer.text()
  expect(text).toMatch(/^# .+/)
  for (const { slug } of await stories(request)) {
    const markdown = await (await request.get(`/article/${slug}.md`)).text()
    expect(markdown, slug).not.toMatch(/\]\(\//)
  }
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
    ...['/bookmarks', '/covers/none.webp', pageScript.address, `/${'a'.repeat(9_000)}`],
  ]
  for (const route of routes) {
    const headers = (await request.get(route, { maxRedirects: 0 })).headers()
    expect(headers['x-content-type-options'], route).toBe('nosniff')
    expect(headers['referrer-policy'], route).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
    expect(headers['x-frame-options'], route).toBe('DENY')
    expect(headers['content-security-policy'], route).toContain("default-src 'none'")
  }
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self' 'sha256-")
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})

test('an unsupported method is a 405 that names the supported ones, and OPTIONS says the same', async ({ request }) => {
  for (const [method, path, allow] of [
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/users/login', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/users/signup', 'POST, OPTIONS'],
    ['PUT', '/api/auth/session', 'GET, HEAD, POST, OPTIONS'],
    ['PROPFIND', '/api/contents', 'GET, HEAD, POST, OPTIONS'],
  ] as const) {
    const answer = await request.fetch(path, { method })
    expect([answer.status(), answer.headers().allow], `${method} ${path}`).toEqual([405, allow])
    if (path.startsWith('/api/')) expect(answer.headers()['content-type']).toBe('application/problem+json')
    const asked = await request.fetch(path, { method: 'OPTIONS' })
    expect([asked.status(), asked.headers().allow], path).toEqual([204, allow])
  }
})

test('a malformed request is refused with the same headers', async () => {
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

test('the page for failures can’t be opened by its address', async ({ request }) => {
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
