import { dispatch } from './dispatch.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

describe('a link out of a mail', () => {
  const opening = (headers: Record<string, string>, method = 'GET') =>
    request('/api/newsletters/confirm/abc', { method, headers, signedIn: false })

  test('acts for our own page alone', async () => {
    api.answering = { body: { message: 'Confirmed.' } }
    const response = await dispatch(await opening({ accept: 'application/json', 'sec-fetch-site': 'same-origin' }))
    expect(await response.json()).toEqual({ message: 'Confirmed.' })
    expect(asked).toHaveLength(1)
  })

  test.each([
    [{ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
    [{ accept: '*/*' }],
    [{}],
    [{ accept: 'application/json', 'sec-purpose': 'prefetch' }],
    [{ accept: 'application/json', 'sec-fetch-site': 'cross-site' }],
  ])('%j is led to the page and changes nothing', async (headers) => {
    const response = await dispatch(await opening(headers as Record<string, string>))
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${site}/subscription/confirmation/abc`)
    expect(asked).toEqual([])
  })

  test('a HEAD changes nothing', async () => {
    expect((await dispatch(await opening({ accept: 'application/json' }, 'HEAD'))).status).toBe(303)
    expect(asked).toEqual([])
  })
})
