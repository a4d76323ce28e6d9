import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { dispatch } from '#lib/bff/dispatch.ts'
import { publicPath } from '#lib/page-cache/addresses.ts'
import type { ReadThroughCache } from '#lib/page-cache/store/read-through-cache.ts'
import { aReadThroughCache } from '#lib/page-cache/testing/a-read-through-cache.ts'
import { hourMs, passTime } from '#testing/accounts.ts'
import { api, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aPublication, aStory, writing } from '#testing/factories.ts'
import { updateStory } from './edit-story.ts'

// The web's own handlers and its cache over a real product API: what is kept must go when a fact in it changes.

withApi()

let productApi: Server
let cache: ReadThroughCache
let heard = 0

beforeAll(async () => {
  productApi = createAdaptorServer({ fetch: api().app.fetch }) as Server
  productApi.listen(0, '127.0.0.1')
  await once(productApi, 'listening')
  process.env.PRODUCT_API_URL = `http://127.0.0.1:${(productApi.address() as AddressInfo).port}`
})
beforeEach(() => {
  heard = 0
  cache = aReadThroughCache({ handle: answer })
})
afterAll(() => {
  productApi.closeAllConnections()
  productApi.close()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const made = await dispatch(new Request(new URL(request.url ?? '', 'http://localhost')))
  response.writeHead(made.status, Object.fromEntries(made.headers))
  response.end(await made.text())
}

async function read(url: string): Promise<string> {
  const path = publicPath(url)
  if (!path) throw new Error(`${url} is not public`)
  const page = cache.ready(path.key) ?? (await cache.make(path, ''))
  return page.body.toString()
}

/** Purges as the change feed does. */
async function hearChanges(): Promise<void> {
  const { rows } = await api().pool.query<{ id: string; tags: string[] }>(
    'select id, tags from changes where id > $1 order by id',
    [heard],
  )
  for (const { id, tags } of rows) {
    heard = Number(id)
    cache.store.purge(tags)
  }
}

test('an email that its owner hides is in no kept answer any more', async () => {
  const by = await anAuthor({ email: 'ada@example.com', showEmail: true })
  const publication = await aPublication({ by, name: 'Night Shift', slug: 'night-shift' })
  const first = await aStory({ by, title: 'First', publicationId: publication.id })
  await aStory({ by: await anAuthor(), title: 'Leads to the first' })
  await hearChanges()
  const urls = [
    '/api/contents',
    '/api/contents?limit=5',
    '/api/contents?include=content',
    '/api/contents/category/fiction',
    '/api/contents/category/%66iction',
    '/api/contents/category/all',
    '/api/contents/publication/night-shift',
    '/api/contents/publication/NIGHT%20shift',
    '/api/contents/slug/first',
    `/api/contents/slug/${first.id.toUpperCase()}`,
    '/api/contents/slug/leads-to-the-first',
    `/api/contents/author/${by.id}`,
    `/api/contents/author/${by.id.toUpperCase()}?limit=3`,
  ]
  for (const url of urls) expect([url, await read(url)]).toEqual([url, expect.stringContaining('ada@example.com')])
  const made = cache.outcomes.miss
  for (const url of urls) await read(url)
  expect(cache.outcomes.miss).toBe(made)

  expect((await send('POST', '/users/update-profile', { as: by.id, body: { showEmail: false } })).status).toBe(200)
  await hearChanges()
  for (const url of urls) expect([url, await read(url)]).toEqual([url, expect.not.stringContaining('ada@example.com')])
})

test('a list with bodies and one without are kept apart', async () => {
  await aStory({ by: await anAuthor(), content: '<p>Salt on the glass.</p>' })
  expect(await read('/api/contents?include=content')).toContain('Salt on the glass')
  expect(JSON.parse(await read('/api/contents'))[0]).not.toHaveProperty('content')
  expect(await read('/api/contents?include=content')).toContain('Salt on the glass')
})

test('a story that was not there is found under its slug and its id as soon as it is published', async () => {
  const by = await anAuthor()
  const { id, slug } = await aStory({ by, title: 'Lamp', isDraft: true })
  await hearChanges()
  const urls = [`/api/contents/slug/${slug}`, `/api/contents/slug/${id}`, `/api/contents/slug/${id.toUpperCase()}`]
  for (const url of urls) expect(await read(url)).toContain('not_found')
  await updateStory(writing(by), id, { isDraft: false })
  await hearChanges()
  for (const url of urls) expect(JSON.parse(await read(url))).toMatchObject({ slug })
})

test('what is kept under an old slug shows the story as it is now', async () => {
  const by = await anAuthor()
  const { id } = await aStory({ by, title: 'Before' })
  await updateStory(writing(by), id, { slug: 'after-all' })
  await hearChanges()
  expect(await read('/api/contents/slug/before')).toContain('"title":"Before"')
  await updateStory(writing(by), id, { title: 'Changed' })
  await hearChanges()
  expect(await read('/api/contents/slug/before')).toContain('"title":"Changed"')
})

test('every list and the story itself show a writer’s changes immediately, and not the working copy', async () => {
  const [by, admin] = [await anAuthor(), await anAdmin()]
  await aPublication({ by, name: 'Night Shift', slug: 'night-shift' })
  const { id } = await aStory({ by, title: 'Lamp', category: 'books', isDraft: true })
  const address = `/contents/${id}`
  const put = (body: object) => send('PUT', address, { as: by.id, body })
  const planned = { publish_at: new Date(Date.now() + hourMs).toISOString() }
  const shown = async () => {
    const urls = ['', '/category/books', '/category/fiction', '/publication/night-shift', `/author/${by.id}`]
    const lists = await Promise.all(urls.map((url) => read(`/api/contents${url}`)))
    const titles = lists.map((list) => (JSON.parse(list) as { title: string }[]).map(({ title }) => title).join())
    const story = JSON.parse(await read('/api/contents/slug/lamp')) as { title: string; status?: number }
    const { count } = JSON.parse(await read('/api/contents/record/count')) as { count: number }
    return [...titles, story.status ?? story.title, count]
  }
  const nowhere = ['', '', '', '', '', 404, 0]
  const inBooks = (title: string) => [title, title, '', '', title, title, 1]
  const inFiction = (title: string) => [title, '', title, title, title, title, 1]
  const steps: [deed: string, act: () => Promise<unknown>, expected: (string | number)[]][] = [
    ['a draft', () => put({ sub_title: 'Under' }), nowhere],
    ['published', () => put({ isDraft: false }), inBooks('Lamp')],
    ['saved beside', () => put({ isDraft: true, title: 'Light', category: 'fiction' }), inBooks('Lamp')],
    ['published again', () => put({ isDraft: false, publication: 'night-shift' }), inFiction('Light')],
    ['edited', () => put({ title: 'Beam' }), inFiction('Beam')],
    ['unpublished', () => send('POST', `${address}/unpublish`, { as: by.id, body: {} }), nowhere],
    ['planned', () => put({ title: 'Glow', ...planned }), nowhere],
    ['its time has come', () => publishLater(), inFiction('Glow')],
    ['deleted', () => send('DELETE', address, { as: by.id }), nowhere],
    ['undeleted', () => send('POST', `${address}/undelete`, { as: admin.id }), inFiction('Glow')],
  ]
  const publishLater = async () => {
    passTime(2 * hourMs)
    await mails({ later: true })
  }
  for (const [deed, act, expected] of steps) {
    await shown()
    await act()
    await hearChanges()
    expect([deed, await shown()]).toEqual([deed, expected])
  }
})

test('an address that a draft had before it was published leads to it as soon as it is', async () => {
  const by = await anAuthor()
  const { id } = await aStory({ by, title: 'First', isDraft: true })
  expect(await read('/api/contents/slug/first')).toContain('not_found')
  await updateStory(writing(by), id, { title: 'Second', isDraft: false })
  await hearChanges()
  expect(JSON.parse(await read('/api/contents/slug/first'))).toMatchObject({ slug: 'second' })
})
