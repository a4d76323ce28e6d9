import { aProductApi } from '#lib/bff/testing/a-product-api.ts'
import { getArticle, getArticleAs } from './contents.ts'

const api = aProductApi()

test.each([
  ['for everybody', () => getArticle('sitemap')],
  ['for one person', () => getArticleAs('sitemap', { token: 'secret-token' })],
])('a story’s address is taken for no other call, %s', async (_, find) => {
  api.answer = ({ url }) => (url === '/contents/sitemap' ? { body: [] } : { status: 404, body: { code: 'not_found' } })
  await expect(find()).rejects.toMatchObject({ status: 404 })
})
