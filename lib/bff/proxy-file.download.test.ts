import { dispatch } from './dispatch.ts'
import { aProductApi, request } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

describe('a file that is made for its caller', () => {
  const asking = (headers: Record<string, string> = {}, signedIn = true) =>
    request('/api/newsletters/subscribers/export', { headers, signedIn })

  test('is streamed, with the session’s token, and never stored', async () => {
    api.answering = { text: 'email\r\na@example.com\r\n' }
    const response = await dispatch(await asking({ 'sec-fetch-site': 'same-origin' }))
    expect(await response.text()).toBe('email\r\na@example.com\r\n')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(asked[0]).toMatchObject({ method: 'GET', url: '/newsletters/subscribers/export' })
    expect(asked[0]?.headers.authorization).toBe('Bearer secret-token')
  })

  test('is of what the address names', async () => {
    api.answering = { text: 'day,reads\r\n' }
    const signedIn = true
    for (const path of ['/readers/stories/a%2Flamp/csv?days=7', '/readers/publications/night-notes/csv?days=30']) {
      expect(await (await dispatch(await request(`/api${path}`, { signedIn }))).text()).toBe('day,reads\r\n')
      expect(asked.at(-1)?.url).toBe(path)
    }
  })

  test('is not asked for by a visitor, nor by another site’s page', async () => {
    expect((await dispatch(await asking({}, false))).status).toBe(401)
    expect((await dispatch(await asking({ 'sec-fetch-site': 'cross-site' }))).status).toBe(403)
    expect((await dispatch(await asking({ origin: 'https://evil.example' }))).status).toBe(403)
    expect(asked).toEqual([])
  })

  test('that is refused there is refused here in the same words', async () => {
    api.answering = { status: 403, body: { code: 'forbidden', message: 'Administrators only.' } }
    const response = await dispatch(await asking())
    expect([response.status, (await response.json()).detail]).toEqual([403, 'Administrators only.'])
    api.answering = { status: 401, body: { code: 'unauthenticated', message: 'No.' } }
    expect((await dispatch(await asking())).headers.getSetCookie().join()).toContain('signed_in=;')
  })
})
