import { dispatch } from './dispatch.ts'
import { aProductApi, request } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

describe('a story of two views', () => {
  const slugs = ['/api/contents/lamp', '/api/contents/slug/lamp']

  test.each(slugs)(
    '%s: where nobody may see it, it is asked for once more with the session, and kept by nobody',
    async (url) => {
      const post = { _id: 'a', slug: 'lamp', title: 'Lamp', category: 'books', content: '<p>Draft</p>', isDraft: true }
      api.answer = ({ headers }) =>
        headers.authorization
          ? { body: { ...post, post } }
          : { status: 404, body: { code: 'not_found' }, tags: 'content:lamp' }
      const response = await dispatch(await request(url))
      expect(await response.json()).toMatchObject({ title: 'Lamp', isDraft: true })
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer secret-token'])
    },
  )

  test.each(slugs)('%s: is 404 for visitors, and for readers who may not see it', async (url) => {
    api.answering = { status: 404, body: { code: 'not_found', message: 'There is no such story' } }
    expect((await dispatch(await request(url, { signedIn: false }))).status).toBe(404)
    expect(asked).toHaveLength(1)
    expect((await dispatch(await request(url))).status).toBe(404)
    expect(asked).toHaveLength(3)
  })
})
