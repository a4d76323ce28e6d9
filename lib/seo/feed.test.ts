import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { feedFormats } from '#contract/paths.ts'
import type { ApiFailure } from '#lib/api/failure.ts'
import { makeFeed } from './feed.ts'
import { listNamed } from './list-head.ts'
import { describeShareImage } from './share-image.ts'

// The parts of a product API that a feed asks; `listed` is what its lists answer.
let listed: unknown[] = []
const publication = {
  ...{ _id: '1', name: 'The Long Room', slug: 'the-long-room', description: 'About rooms.' },
  ...{ owner_uuid: null, owner_name: 'Ada Ferrante' },
}
let server: Server
beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url?.startsWith('/publications/') ? publication : listed))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.PRODUCT_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const formats = Object.keys(feedFormats) as (keyof typeof feedFormats)[]
const story = (given: object) => ({
  _id: '1',
  slug: 'one',
  title: 'One',
  category: 'fiction',
  content: '<p>x</p>',
  ...given,
})
const ofCategory = (category: string) => listNamed('category', category) ?? { kind: 'all' as const }

test.each(formats)('answers 404 to the %s of a missing category', async (format) => {
  listed = []
  await expect(makeFeed(ofCategory('no-such'), format)).rejects.toMatchObject({
    status: 404,
  } satisfies Partial<ApiFailure>)
})

test.each(formats)('a list without stories has %s, of our time', async (format) => {
  listed = []
  const text = await (await makeFeed(ofCategory('fiction'), format)).text()
  expect(text).toContain('Fiction')
  expect(text).not.toContain('1970')
  expect(await (await makeFeed(ofCategory('fiction'), format)).text()).toBe(text)
})

test.each(formats)('one unreadable story leaves the others in the %s', async (format) => {
  listed = [story({ slug: '\ud800', title: 'Broken' }), story({ title: 'Whole', story_image: 'http://' })]
  const text = await (await makeFeed(ofCategory('fiction'), format)).text()
  expect(text).toContain('Whole')
  expect(text).not.toContain('Broken')
})

test.each(formats)('the %s of a publication says what it is about', async (format) => {
  listed = [story({})]
  const text = await (await makeFeed({ kind: 'publication', publication: 'the-long-room' }, format)).text()
  expect(text).toContain('The Long Room on Bytewise')
  expect(text).toContain('About rooms.')
})

test('the share image of a publication says who runs it', async () => {
  expect(await describeShareImage('~publication.the-long-room')).toEqual({
    ...{ tagLine: 'Publication', title: 'The Long Room', left: 'by Ada Ferrante', right: 'Bytewise' },
  })
})

test('every list names its own feed', async () => {
  listed = [story({})]
  for (const [category, path] of [
    ['all', '/articles/all'],
    ['book_summary', '/books'],
    ['fiction', '/articles/fiction'],
  ] as const) {
    const feed = (await (await makeFeed(ofCategory(category), 'json')).json()) as { feed_url: string }
    expect(feed.feed_url).toBe(`http://localhost:3000${path}/feed.json`)
  }
})
