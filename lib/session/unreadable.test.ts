import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { currentUser } from '#lib/bff/session-calls.ts'
import { middleware } from '../../middleware.ts'
import { sessionCookieName } from './cookies.ts'

// The settings are read once, at the first request: they are set before any.
process.env.NEXTAUTH_SECRET = 'the-secret-of-this-node-alone'
process.env.PUBLIC_URL = 'http://localhost:3999'
const site = 'http://localhost:3999'

const cookieBy = async (secret: string) => {
  const token = await encode({ token: { apiToken: 'a-token', role: 'user', uuid: 'u' }, secret })
  return `${sessionCookieName()}=${token}; signed_in=1`
}
const asking = async (path: string, cookie: string) =>
  new NextRequest(site + path, { headers: { cookie, origin: site } })
const event = { waitUntil: () => undefined } as never

describe('the session of a node with another secret', () => {
  const ofAnother = () => cookieBy('the-secret-of-another-node')

  test('is not valid here, and stays in the browser', async () => {
    const response = await currentUser(await asking('/api/users/current_user', await ofAnother()))
    expect(await response.json()).toEqual({})
    expect(response.headers.get('x-session')).toBe('unreadable')
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('stays if a page sends its person to the log-in', async () => {
    for (const path of ['/podcasts', '/bookmarks', '/users/login']) {
      const response = await middleware(await asking(path, await ofAnother()), event)
      expect(response.headers.getSetCookie().filter((cookie) => /session-token|signed_in/.test(cookie))).toEqual([])
    }
  })
})

test('a hint without a session goes', async () => {
  const response = await currentUser(await asking('/api/users/current_user', 'signed_in=1'))
  expect(response.headers.get('x-session')).toBeNull()
  expect(response.headers.getSetCookie().join()).toContain('signed_in=; Path=/; Max-Age=0')
})
