import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'

test.describe.configure({ mode: 'serial' })

const port = 3520

const hostileBody = [
  '<p>Before</p>',
  `<script>window.pwned = 'script'</script>`,
  `<img src=x onerror="window.pwned = 'onerror'">`,
  `<svg onload="window.pwned = 'svg'"></svg>`,
  `<iframe srcdoc="<script>parent.pwned = 'srcdoc'</script>"></iframe>`,
  `<a href="javascript:window.pwned='href'" id="trap">click</a>`,
  `</div></main></body><script>window.pwned = 'escaped'</script>`,
  `<style>body { display: none }</style>`,
  `<form action="https://evil.example"><input name="password"></form>`,
  '<p>After</p>',
].join('\n')

const story = {
  _id: '01890000-0000-7000-8000-000000000000',
  slug: 'hostile',
  title: `</title><script>window.pwned = 'title'</script>`,
  sub_title: `"><script>window.pwned = 'subtitle'</script>`,
  category: 'fiction',
  author_name: `<img src=x onerror="window.pwned = 'author'">`,
  author_uuid: 'javascript:window.pwned="uuid"',
  story_image: `javascript:window.pwned='image'`,
  excerpt: `<script>window.pwned = 'excerpt'</script>`,
  content: hostileBody,
  published_at: '2026-01-01T00:00:00.000Z',
}

let api: Server
let web: ChildProcess

test.beforeAll(async () => {
  api = createServer((request, response) => {
    const isList =
      request.url?.startsWith('/contents?') || request.url?.includes('/category/') || request.url?.includes('/search')
    const known = isList || request.url?.startsWith('/contents/slug/hostile')
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        isList
          ? [{ slug: 'no-more-than-this' }, story]
          : known
            ? { ...story, post: story }
            : { message: `<b>none</b>` },
      ),
    )
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  web = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      ENV_FILE: 'off',
      LOG_LEVEL: 'error',
      NEXTAUTH_SECRET: 'only-for-tests-only-for-tests-only',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      PRODUCT_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await new Promise<void>((resolve) => web.once('message', () => resolve()))
})
test.afterAll(async () => {
  web.kill()
  await new Promise((resolve) => {
    api.close(resolve)
    api.closeAllConnections()
  })
})

test('nothing that a foreign product API sends ever runs on a page', async ({ page }) => {
  for (const path of ['/article/hostile', '/', '/articles/fiction', '/search?q=anything']) {
    await page.goto(`http://localhost:${port}${path}`)
    await expect(page.getByRole('main')).toBeVisible()
    expect(await page.evaluate(() => (window as { pwned?: string }).pwned), path).toBeUndefined()
    expect(
      await page.locator('main form[action*=evil], main iframe[srcdoc], main a[href^="javascript:"]').count(),
    ).toBe(0)
  }
  await page.goto(`http://localhost:${port}/article/hostile`)
  await expect(page.getByText('Before', { exact: true })).toBeVisible()
  await expect(page.getByText('After', { exact: true })).toBeVisible()
})

test('feeds, Markdown and structured data carry none of it either', async ({ request }) => {
  const read = async (path: string) => {
    const response = await request.get(`http://localhost:${port}${path}`)
    expect(response.status(), path).toBe(200)
    return response.text()
  }
  expect(await read('/atom.xml')).toContain('/article/hostile')
  const json = JSON.parse(await read('/feed.json')) as { items: { content_html: string }[] }
  // A title is plain text in a JSON Feed: only the body is ever shown as HTML.
  for (const body of [json.items[0]?.content_html, await read('/feed.xml'), await read('/article/hostile.md')]) {
    expect(body).not.toMatch(/(?<!\\)<(?:script>window|img[^>]*onerror|svg|iframe)/)
  }
  const html = await (await request.get(`http://localhost:${port}/article/hostile`)).text()
  expect(html.slice(0, html.lastIndexOf('</main>'))).not.toMatch(/<script>window|onerror="window/)
})
