import { expect, test } from '@playwright/test'
import { isThorough } from '#product-api/testing/thoroughness.ts'
import { type OwnSite, ownSite } from './support/own-site.ts'
import { signIn, signUp } from './support/people.ts'
import { draftOf, save, statusLine, workingCopyOf, writeNewStory } from './support/writing.ts'

test.describe.configure({ mode: 'serial' })

const searchesPerMinute = 20
const rounds = isThorough ? 40 : 8

let site: OwnSite
let slugs: string[]

test.beforeAll(async () => {
  site = await ownSite({ searchesPerMinute })
  const listed = (await (await fetch(`${site.url}/api/contents?limit=30`)).json()) as { slug: string }[]
  slugs = listed.map(({ slug }) => slug)
})
test.afterAll(() => site.stop())

const read = async (path: string) => {
  const answer = await fetch(site.url + path)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() }
}

const wordsOf = (html: string) =>
  (html.match(/<main[\s\S]*<\/main>/)?.[0] ?? '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('a write shows everywhere immediately, and no old page comes back', async () => {
  test.setTimeout(120_000)
  const slug = slugs[0] ?? ''
  const shownIn = [`/article/${slug}`, '/', '/feed.xml', '/articles/all', `/article/${slug}.md`]
  for (let round = 1; round <= rounds; round++) {
    for (const path of shownIn) await read(path)
    const title = `A title never seen before, number ${round}`
    await site.write(slug, title)
    // How soon is for measurements (npm run bench); that everything changes together is a promise.
    await expect.poll(async () => (await read(`/article/${slug}`)).text, { intervals: [5] }).toContain(title)
    for (const path of shownIn) expect((await read(path)).text, `${path} in round ${round}`).toContain(title)
  }
})

test('with the product API killed, kept pages go on, others say so, a writer loses nothing, and all is well after a restart', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url })
  await signIn(context, await signUp(context))
  const page = await context.newPage()
  const title = await writeNewStory(page, 'Before the fall.')
  await save(page)

  const kept = `/article/${slugs[1]}`
  const notKept = `/article/${slugs[2]}`
  const before = await read(kept)
  await site.write(slugs[3] ?? '', 'Committed just before the crash')
  await site.killApi()
  await page.keyboard.type(' And after it.')

  for (let count = 0; count < 20; count++) expect(await read(kept)).toEqual(before)
  const away = await read(notKept)
  expect(away.status).toBe(503)
  expect(Number(away.retryAfter)).toBeGreaterThan(0)
  expect(wordsOf(away.text)).toContain(
    'Oops! Failed to load content. Please try again later. Please try again later or contact us if the issue persists.',
  )
  expect((await read('/readyz')).status).toBe(503)
  await expect(statusLine(page)).toContainText('kept on this device')

  await site.startApi()
  await expect.poll(async () => (await read(notKept)).status, { timeout: 10_000 }).toBe(200)
  // Cached or not: once the change feed is connected again, no earlier page is shown.
  await expect.poll(async () => (await read(`/article/${slugs[3]}`)).text).toContain('Committed just before the crash')
  await site.write(slugs[1] ?? '', 'Written after the restart')
  await expect.poll(async () => (await read(kept)).text).toContain('Written after the restart')

  await expect(statusLine(page)).toHaveText('Saved', { timeout: 30_000 })
  const draft = await draftOf(context, title)
  expect((await workingCopyOf(context, String(draft?._id))).content).toContain('Before the fall. And after it.')
  await context.close()
})

test('the web killed outright comes back with every page fresh', async () => {
  await site.killWeb()
  await site.write(slugs[4] ?? '', 'Written while the web was away')
  await site.startWeb()
  expect((await read(`/article/${slugs[4]}`)).text).toContain('Written while the web was away')
})

test('too many searches from one address are refused with a readable page, and only those', async () => {
  const answers = await Promise.all(Array.from({ length: searchesPerMinute + 5 }, () => read('/search?q=clock')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(Number(refused[0]?.retryAfter)).toBeGreaterThan(0)
  expect(wordsOf(refused[0]?.text ?? '')).toContain('Too many requests. Please try again later.')
  expect((await read(`/article/${slugs[1]}`)).status).toBe(200)
})
