import { calls } from '#contract/calls.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { dispatch } from './dispatch.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

/** The queries of the calls that can't do without one. */
const neededQueries: Record<string, string> = {
  '/newsletters/sends/:id/recipients': '?state=bounced',
  '/newsletters/why-no-email': '?email=ada@example.com&story=lamp',
}

describe('every call of the contract', () => {
  const names = (endpoint: Endpoint) => Object.keys(endpoint.params?.shape ?? {})
  const asking = (endpoint: Endpoint) => {
    const path = fillPath(endpoint.path, Object.fromEntries(names(endpoint).map((name) => [name, 'x%2Fy'])))
    const headers = { accept: 'application/json', origin: site }
    return request(`/api${path}${neededQueries[endpoint.path] ?? ''}`, { method: endpoint.method, headers })
  }

  test.each(calls.filter(({ neverFromBrowser }) => neverFromBrowser))(
    '$method $path is marked as never from a browser, and is none',
    async (endpoint) => {
      const response = await dispatch(await asking(endpoint))
      expect([404, 405]).toContain(response.status)
      expect(asked).toEqual([])
      expect(endpoint.neverFromBrowser).toMatch(/\w.*\.$/)
    },
  )

  test.each(calls.filter(({ neverFromBrowser, body, takesFile }) => !neverFromBrowser && !body && !takesFile))(
    '$method $path reaches the product API by the same path, with a session unless all get the same',
    async (endpoint) => {
      api.answering = { status: 418, body: {} }
      await dispatch(await asking(endpoint))
      expect(asked).toHaveLength(1)
      const path = fillPath(endpoint.path, Object.fromEntries(names(endpoint).map((name) => [name, 'x%2Fy'])))
      expect(asked[0]?.method).toBe(endpoint.method)
      expect(asked[0]?.url?.split('?')[0]).toBe(path)
      // A mail program posts from anywhere: the address alone is the permission.
      const isAnonymous = endpoint.sameForAll || endpoint.path.endsWith('/one-click')
      expect(asked[0]?.headers.authorization).toBe(isAnonymous ? undefined : 'Bearer secret-token')
    },
  )

  test.each(calls.filter(({ neverFromBrowser, body, takesFile }) => !neverFromBrowser && (body || takesFile)))(
    '$method $path is there, and wants its body',
    async (endpoint) => {
      const response = await dispatch(await asking(endpoint))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        detail: expect.stringMatching(/content-type (application\/json|image\/|text\/csv)/),
      })
    },
  )

  test('a literal address wins over a parameter, and other addresses are no call', async () => {
    api.answering = { body: [] }
    await dispatch(await request('/api/contents/search?content=tea'))
    expect(asked[0]?.url).toMatch(/^\/contents\/search\?.*content=tea/)
    asked.length = 0
    for (const path of ['/api', '/api/', '/api/contents/a/b', '/api/constructor', '/api/contents/slug/', '/api/x%ff']) {
      const response = await dispatch(await request(path))
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.json()).toMatchObject({ code: 'not_found' })
    }
    const wrong = await dispatch(await request('/api/users/sessions', { method: 'PUT' }))
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, DELETE, OPTIONS')
    expect(asked).toEqual([])
  })
})
