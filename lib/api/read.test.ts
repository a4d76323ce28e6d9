import { aProductApi } from '#lib/bff/testing/a-product-api.ts'
import { read, readAs } from './read.ts'

const api = aProductApi()
const name = 'GET /contents/slug/:slug'
const input = { params: { slug: 'sitemap' } }

test.each([
  ['for everyone', () => read(name, input)],
  ['for one person', () => readAs({ token: 'secret-token' }, name, input)],
])('a story’s address is taken for no other call, %s', async (_, find) => {
  api.answer = ({ url }) => (url === '/contents/sitemap' ? { body: [] } : { status: 404, body: { code: 'not_found' } })
  await expect(find()).rejects.toMatchObject({ status: 404 })
})

test('sends a session only for one person', async () => {
  api.answering = { body: { count: 3 } }
  expect((await read('GET /contents/record/count')).body).toEqual({ count: 3 })
  expect((await readAs({ token: 'secret-token' }, 'GET /users/count')).body).toEqual({ count: 3 })
  expect(api.asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/contents/record/count', undefined],
    ['/users/count', 'Bearer secret-token'],
  ])
})

test('fills the path, and leaves out what is undefined', async () => {
  api.answering = { body: [] }
  const query = { cursor: undefined, limit: 2 }
  await read('GET /contents/category/:category', { params: { category: 'a/b' }, query })
  expect(api.asked[0]?.url).toBe('/contents/category/a%2Fb?limit=2')
})
