import { dispatch } from './dispatch.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

describe('a link in an email', () => {
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
  ])('%j is redirected to the page and changes nothing', async (headers) => {
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

describe('what a link ends', () => {
  const opening = (path: string, method = 'GET') =>
    request(path, { method, headers: { accept: 'text/html' }, signedIn: false })
  const ended = '/api/newsletters/unsubscribe/abc'
  const page = `${site}/subscription/unsubscribe/abc`

  test.each([
    [`${ended}?all=true`, `${page}?scope=all`],
    [`${ended}?scope=digests`, `${page}?scope=digests`],
    [`${ended}?scope=//evil.example`, page],
    [`${ended}/one-click?scope=all`, `${page}?scope=all`],
    [`${ended}/one-click`, page],
  ])('%s leads to the page that says so, and ends nothing', async (path, there) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await dispatch(await opening(path, method))
      expect([response.status, response.headers.get('location')]).toEqual([303, there])
    }
    expect(asked).toEqual([])
  })

  test('is passed on from a mail program’s own button, which posts from anywhere', async () => {
    api.answering = { body: { message: 'You have been unsubscribed.' } }
    const headers = { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' }
    const post = (path: string) => request(path, { method: 'POST', headers, signedIn: false })
    const response = await dispatch(await post(`${ended}/one-click?scope=digests`))
    expect(await response.json()).toEqual({ message: 'You have been unsubscribed.' })
    expect(asked.map(({ url }) => url)).toEqual(['/newsletters/unsubscribe/abc/one-click?scope=digests'])
    expect((await dispatch(await post(`${ended}/one-click?scope=some`))).status).toBe(400)
    expect(asked).toHaveLength(1)
  })

  test('is passed on by our page’s form too, and redirects to what is left', async () => {
    api.answering = { body: { message: 'You have been unsubscribed.' } }
    const headers = { 'sec-fetch-mode': 'navigate', 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await request(`${ended}/one-click?scope=all`, { method: 'POST', headers, signedIn: false })
    const response = await dispatch(posted)
    const there = `${site}/subscription/preferences/abc`
    expect([response.status, response.headers.get('location')]).toEqual([303, there])
    expect(asked.map(({ url }) => url)).toEqual(['/newsletters/unsubscribe/abc/one-click?scope=all'])
  })
})
