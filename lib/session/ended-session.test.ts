import { NextRequest } from 'next/server'
import { aProductApi, request, site } from '#lib/bff/testing/a-product-api.ts'
import { middleware } from '../../middleware.ts'
import { authHandler } from './auth-handler.ts'

const api = aProductApi()
const { asked } = api
const user = { _id: 'u', uuid: 'u', name: 'Ada', email: 'ada@example.com', role: 'user' }
const event = { waitUntil: () => undefined } as never

const open = async (path: string, signedIn = true) => {
  const response = await middleware(new NextRequest(await request(path, { signedIn })), event)
  return { location: response.headers.get('location'), cookies: response.headers.getSetCookie().join() }
}
const forgets = expect.stringContaining('next-auth.session-token=; Path=/; Max-Age=0')

const ended = [
  { status: 401, body: {} },
  { status: 200, body: {} },
]
const going = [
  { status: 200, body: user },
  { status: 503, body: {} },
]
const forWriters = [
  '/drafted-stories',
  '/my-stories',
  '/my-stories/anything/readers',
  '/publication/anything/readers',
  '/bookmarks',
  '/account/security',
  '/new-story',
  '/publication/new',
  '/add-book',
]

describe('a private page with the cookie of a session that has ended', () => {
  test.each(forWriters)('%s leads home as without one, and the browser forgets it', async (path) => {
    // Home says why to a visitor who wanted to write.
    const home = path === '/new-story' ? `${site}/#log-in-to-write` : `${site}/`
    for (const answer of ended) {
      api.answering = answer
      expect(await open(path)).toEqual({ location: home, cookies: forgets })
    }
    const signedOut = await open(path, false)
    expect(signedOut.location).toBe(home)
    expect(signedOut.cookies).toContain(`wanted_page=${encodeURIComponent(path)}`)
  })

  test('redirects an administrator to the log-in, which stays open to everyone', async () => {
    api.answering = { status: 401, body: {} }
    expect(await open('/podcasts')).toEqual({ location: `${site}/users/login?next=%2Fpodcasts`, cookies: forgets })
    expect(await open('/users/login')).toEqual({ location: null, cookies: forgets })
  })

  test.each(going)('is shown while the session goes on, or cannot be checked (%j)', async (answer) => {
    api.answering = answer
    expect(await open('/drafted-stories')).toEqual({ location: null, cookies: '' })
    expect((await open('/users/login')).location).toBe(`${site}/`)
  })

  test('asks the product API nothing for a visitor', async () => {
    await open('/drafted-stories', false)
    await open('/users/login', false)
    expect(asked).toEqual([])
  })
})

describe('GET /api/auth/session', () => {
  const ask = async () =>
    authHandler(new NextRequest(await request('/api/auth/session')), {
      params: Promise.resolve({ nextauth: ['session'] }),
    })

  test.each(ended)('answers an empty object once the session has ended (%j)', async (answer) => {
    api.answering = answer
    const response = await ask()
    expect([response.status, await response.json()]).toEqual([200, {}])
    expect(response.headers.getSetCookie().join()).toEqual(forgets)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('answers 503 if the session cannot be checked, and the browser keeps it', async () => {
    api.answering = { status: 503, body: {} }
    const response = await ask()
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})
