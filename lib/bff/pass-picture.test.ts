import { dispatch } from './dispatch.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

describe('a picture', () => {
  const made = { id: 'a'.repeat(32), url: `/uploads/${'a'.repeat(32)}-4x3.webp`, width: 4, height: 3, bytes: 5 }
  const sending = (headers: Record<string, string>, signedIn = true) =>
    request('/api/uploads', {
      method: 'POST',
      body: 'some bytes',
      headers: { 'content-type': 'image/png', 'content-length': '10', origin: site, ...headers },
      signedIn,
    })

  test('is passed on as it is, with the session’s token', async () => {
    api.answering = { body: { ...made, more: 1 } }
    const response = await dispatch(await sending({}))
    expect(await response.json()).toEqual(made)
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/uploads', body: 'some bytes' })
    expect(asked[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'content-type': 'image/png',
      'content-length': '10',
    })
  })

  test.each<[number, Record<string, string>]>([
    [403, { origin: 'https://evil.example' }],
    [413, { 'content-length': String(50 * 1024 * 1024) }],
    [400, { 'content-length': '' }],
    [400, { 'content-type': 'text/plain' }],
    [400, { 'content-type': 'application/json' }],
  ])('is refused with %d before it is read: %j', async (status, headers) => {
    const given = await sending(headers)
    expect((await dispatch(given)).status).toBe(status)
    expect(given.bodyUsed).toBe(false)
    expect(asked).toEqual([])
  })

  test('of nobody is refused before it is read', async () => {
    const given = await sending({}, false)
    expect((await dispatch(given)).status).toBe(401)
    expect(given.bodyUsed).toBe(false)
  })

  test('that is refused there is refused here in the same words', async () => {
    api.answering = { status: 413, body: { code: 'too_large', message: 'A picture has at most 50 megapixels.' } }
    const response = await dispatch(await sending({}))
    expect(response.status).toBe(413)
    expect((await response.json()).detail).toBe('A picture has at most 50 megapixels.')
  })
})
