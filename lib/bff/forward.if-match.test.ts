import { dispatch } from './dispatch.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

describe('an edit of a version', () => {
  const edit = async (body: object, headers: Record<string, string> = {}) =>
    dispatch(
      await request('/api/contents/one', {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin: site, ...headers },
      }),
    )

  test('goes on with the version that If-Match names', async () => {
    api.answering = { body: { _id: 'a', id: 'a', slug: 'lamp', version: 6, isDraft: true, updated_at: '' } }
    expect((await edit({ title: 'Lamp' }, { 'if-match': '"5"' })).status).toBe(200)
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ title: 'Lamp', version: 5 })
    await edit({ title: 'Lamp', version: 4 }, { 'if-match': '5' })
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({ title: 'Lamp', version: 4 })
    const refused = await edit({ title: 'Lamp' }, { 'if-match': 'abc' })
    expect(await refused.json()).toMatchObject({ status: 400, fields: { version: expect.any(String) } })
  })

  test('that is stale answers with the story as it is now, made safe for an editor', async () => {
    const lamp = {
      _id: 'a',
      id: 'a',
      slug: 'lamp',
      title: 'Light',
      sub_title: '',
      category: 'books',
      author_name: 'Ada',
    }
    const state = { isDraft: true, has_unpublished_changes: false, sendNewsletter: false, updated_at: '', version: 7 }
    const current = { ...lamp, ...state, content: '<p>Text</p><script>alert(1)</script>' }
    api.answering = { status: 409, body: { code: 'conflict', message: 'Changed.', current } }
    const refused = await edit({ title: 'Lamp', version: 5 })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      code: 'conflict',
      current: { ...current, content: '<p>Text</p>' },
    })
  })
})
