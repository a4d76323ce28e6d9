import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { feedFormats } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { makeNewsletterFeed } from './feed.ts'

let answering: unknown = []
let server: Server
beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answering))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.PRODUCT_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.env.LOG_LEVEL = 'silent'
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const story = {
  slug: 'the-lamp',
  title: 'The <Lamp>',
  sub_title: '',
  excerpt: 'It turns & turns.',
  category: 'fiction',
  author_name: 'Ada',
  reading_minutes: 4,
}
const edition = (given: object = {}) => ({
  id: 'e1',
  subject: 'Fiction, this week',
  about: 'Fiction, weekly',
  sent_at: '2026-03-04T08:00:00.000Z',
  stories: [story],
  ...given,
})
const formats = Object.keys(feedFormats) as (keyof typeof feedFormats)[]

test.each(formats)('the %s has every newsletter with its stories', async (format) => {
  answering = [edition({ id: 'e2' }), edition()]
  const answer = await makeNewsletterFeed(format)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toMatch(/^application\/(rss|atom|feed)\+/)
  expect(text).toContain('/newsletters/e2')
  expect(text).toContain('/article/the-lamp')
  expect(text).not.toContain('">The <Lamp>')
})

test.each(formats)('the %s without a newsletter is the same bytes every time', async (format) => {
  answering = []
  const text = await (await makeNewsletterFeed(format)).text()
  expect(text).not.toContain('1970')
  expect(await (await makeNewsletterFeed(format)).text()).toBe(text)
})

test('a hostile product API reaches no page: addresses are checked, words are cut, the rest is left out', async () => {
  const bad = {
    ...story,
    title: `x\u0000${'y'.repeat(9_000)}`,
    story_image: 'javascript:alert(1)',
    author_uuid: '../x',
  }
  answering = [
    edition({ id: '../../x' }),
    edition({ sent_at: 'never' }),
    edition({ stories: [bad, { ...story, slug: '../x' }] }),
  ]
  const { body } = await read('GET /newsletters/archive')
  expect(body).toHaveLength(1)
  expect(body[0]?.stories).toHaveLength(1)
  expect(body[0]?.stories[0]).toMatchObject({ story_image: null, author_uuid: null })
  expect(body[0]?.stories[0]?.title.length).toBeLessThanOrEqual(300)

  answering = edition({ id: '<x>' })
  await expect(read('GET /newsletters/archive/:edition', { params: { edition: 'x' } })).rejects.toMatchObject({
    status: 503,
  })
})
