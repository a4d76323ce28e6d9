import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { type FeedFormat, feedFormats } from '#contract/paths.ts'
import { makeFeed } from '#lib/seo/feed.ts'
import { markdownCopy } from '#lib/seo/markdown-copy.ts'
import { unshownStory } from '#story-html/sanitise.ts'
import { read } from './read.ts'
import { getStory, listStories, searchStories } from './stories.ts'

let productApi: Server
let answering: unknown
let corrected = ''

beforeAll(async () => {
  productApi = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...(corrected && { 'search-corrected': corrected }) })
    response.end(JSON.stringify(answering))
  }).listen(0, '127.0.0.1')
  await once(productApi, 'listening')
  // The settings are read once, at the first request.
  process.env.PRODUCT_API_URL = `http://127.0.0.1:${(productApi.address() as AddressInfo).port}`
  process.env.LOG_LEVEL = 'silent'
})
afterAll(() => {
  productApi.closeAllConnections()
  productApi.close()
})

const story = {
  _id: '01890000-0000-7000-8000-000000000000',
  slug: 'the-lamp',
  title: 'The Lamp',
  category: 'fiction',
  story_image: '/covers/the-lamp.webp',
  author_name: 'Ada',
  author_uuid: '01890000-0000-7000-8000-000000000001',
  author_email: 'ada@example.com',
  published_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  content: '<p>The lamp turns.</p>',
}
const firstOf = async (given: object) => {
  answering = [{ ...story, ...given }]
  return (await listStories({ kind: 'all' })).body[0]
}
const illegalInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

describe('a story at the door', () => {
  test('passes unchanged if nothing is wrong with it', async () => {
    expect(await firstOf({})).toMatchObject(story)
  })

  test.each([
    'javascript:alert(1)',
    'http://',
    'https://',
    '//evil.example/a.png',
    'data:image/png;base64,A',
    'a.png',
    '/\\a',
  ])('loses a picture at %j', async (address) => {
    expect(await firstOf({ story_image: address, author_image: address })).toMatchObject({
      story_image: null,
      author_image: null,
    })
  })

  test('loses control characters, halves of letters and absurdly long texts', async () => {
    const clean = await firstOf({
      title: ' A\u0000\u0001 \ud83d title\ufffe\u000b ',
      sub_title: '\u0002\u0003',
      author_name: 'a'.repeat(1_000_000),
      excerpt: '😀'.repeat(100_000),
      content: '<p>a\u0001&#2;b\ud800</p>',
    })
    expect(clean).toMatchObject({ title: 'A title', sub_title: '', content: '<p>a&#2;b</p>' })
    expect(clean?.author_name).toHaveLength(150)
    expect([...(clean?.excerpt ?? '')]).toHaveLength(2_000)
    expect((await firstOf({ title: '\u0001' }))?.title).toBe('Untitled')
  })

  test.each(['', 'yesterday', '2026-13-01', '+275760-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000Z'])(
    'loses the date %j',
    async (date) => {
      expect(await firstOf({ published_at: date, updated_at: date })).toMatchObject({
        published_at: null,
        updated_at: null,
      })
    },
  )

  test.each([
    ['https://elsewhere.example/story?a=1', 'https://elsewhere.example/story?a=1'],
    ['javascript:alert(1)', null],
    ['//evil.example', null],
    ['data:text/html,x', null],
    [`https://a.example/${'a'.repeat(3_000)}`, null],
  ])('was published first at %j only if a link may lead there', async (address, shown) => {
    const given = { ...story, canonical_url: address, publish_at: 'soon', deleted_at: '' }
    answering = { ...given, post: given }
    const { post } = await getStory(address)
    expect(post).toMatchObject({ canonical_url: shown, publish_at: null, deleted_at: null })
  })

  test('loses an author’s id, email and a publication’s address that cannot be any', async () => {
    const wrong = {
      author_uuid: 'javascript:x',
      userId: '../x',
      author_email: 'a"@b',
      publication: 'P',
      publication_slug: '..',
    }
    expect(await firstOf(wrong)).toMatchObject({
      author_uuid: null,
      userId: null,
      author_email: null,
      publication: null,
      publication_slug: null,
    })
  })

  test('shows a sentence in place of a text that is beyond the bounds', async () => {
    expect((await firstOf({ content: '<b>'.repeat(1_000) }))?.content).toBe(unshownStory)
  })
})

describe('a list', () => {
  test('leaves out items that are unreadable or have no address, and shows the rest', async () => {
    const { title: _, ...untitled } = story
    answering = [
      story,
      untitled,
      null,
      7,
      { ...story, slug: 'a/b' },
      { ...story, word_count: 'many' },
      { ...story, slug: 'last' },
    ]
    expect((await listStories({ kind: 'all' })).body.map(({ slug }) => slug)).toEqual(['the-lamp', 'last'])
  })

  test('that is none is a failure', async () => {
    answering = { stories: [] }
    await expect(listStories({ kind: 'all' })).rejects.toMatchObject({ status: 503, code: 'invalid_answer' })
  })
})

test('one story to read next that cannot be read is left out alone', async () => {
  answering = { ...story, post: story, next: [story, { slug: 'x' }, { ...story, slug: '' }] }
  const body = await getStory('the-lamp')
  expect(body.next.map(({ slug }) => slug)).toEqual(['the-lamp'])
  answering = { ...story, post: { ...story, slug: '' } }
  await expect(getStory('the-lamp')).rejects.toMatchObject({ status: 503 })
})

test('people and publications are cleaned too', async () => {
  answering = { uuid: story.author_uuid, name: 'A\u0001da', email: 'x', profile_image: 'http://', bio: 'a\u0002\nb' }
  expect((await read('GET /users/profile/:uuid', { params: { uuid: 'any' } })).body).toMatchObject({
    name: 'Ada',
    email: null,
    profile_image: null,
    bio: 'a\nb',
  })
  answering = { _id: 'x', name: 'N\u0001ight', slug: 'night', owner_uuid: '/' }
  expect((await read('GET /publications/:publication', { params: { publication: 'night' } })).body).toMatchObject({
    name: 'Night',
    owner_uuid: null,
  })
})

test('a correction that cannot be decoded is none', async () => {
  answering = []
  corrected = '%E0%A4'
  expect((await searchStories('x')).corrected).toBeUndefined()
  corrected = ''
})

test('every feed and the Markdown copy can be made of any story', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('javascript:x', 'http://', '\u0000', '\ud800', ']]>', '<b>', '&#1;', '0', '9'.repeat(400), '-1'),
  )
  const fields = [
    'title',
    'sub_title',
    'category',
    'story_image',
    'author',
    'author_name',
    'author_email',
    'author_uuid',
  ]
  const more = ['publication', 'publication_slug', 'excerpt', 'published_at', 'updated_at', 'content', 'image_alt']
  const given = fc.record(Object.fromEntries([...fields, ...more].map((name) => [name, text])), { requiredKeys: [] })
  await fc.assert(
    fc.asyncProperty(given, async (hostile) => {
      answering = [{ ...story, ...hostile }, story]
      for (const format of Object.keys(feedFormats) as FeedFormat[]) {
        const made = await (await makeFeed({ kind: 'all' }, format)).text()
        expect(made).not.toMatch(illegalInXml)
        expect(made).toContain('The Lamp')
      }
      answering = { ...story, ...hostile, post: { ...story, ...hostile } }
      expect(markdownCopy(await getStory('x'))).not.toMatch(illegalInXml)
    }),
    { numRuns: 60 },
  )
})
