import { aProductApi, request, site } from '#lib/bff/testing/a-product-api.ts'
import { openAnswer } from '#lib/no-script-forms/form-answer.ts'
import { cookiesOf, readSession } from './cookies.ts'
import { signInByForm } from './sign-in.ts'

const api = aProductApi()
const { asked } = api

const user = { _id: 'u', uuid: 'u', name: 'Ada', email: 'ada@example.com', role: 'admin' }
const own = { origin: site, 'sec-fetch-site': 'same-origin' }
let count = 0

async function signIn(fields: Record<string, string>, headers: Record<string, string> = own) {
  // A browser of its own each time: the same form twice within seconds is one.
  const given = { 'user-agent': `browser ${++count}`, cookie: 'known_browser=kept.before', ...headers }
  const sent = await request('/api/auth/callback/credentials', { method: 'POST', headers: given, signedIn: false })
  return signInByForm(sent, new URLSearchParams(fields))
}

async function saidBy(response: Response) {
  const location = new URL(response.headers.get('location') ?? '', site)
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('form_answer=')) ?? ''
  const mark = location.searchParams.get('answer') ?? ''
  location.searchParams.delete('answer')
  const answer = await openAnswer(cookie.slice('form_answer='.length).split(';', 1)[0] ?? '', mark)
  return { page: location.href.slice(site.length), ...answer }
}

describe('signing in by a form without scripts', () => {
  test('begins the session that next-auth would begin, and goes on', async () => {
    api.answering = { body: { token: 'a-token', known_browser: 'kept.now', user } }
    const response = await signIn({ email: 'ada@example.com', password: 'correct horse', next: '/bookmarks' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`${site}/bookmarks`)
    const cookies = response.headers.getSetCookie()
    const session = cookies.find((cookie) => cookie.startsWith('next-auth.session-token=')) ?? ''
    expect(session).toMatch(/; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly$/)
    const next = new Request(site, { headers: { cookie: session.split(';', 1)[0] ?? '' } })
    expect(await readSession(cookiesOf(next))).toEqual({ apiToken: 'a-token', role: 'admin' })
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([
      'next-auth.session-token',
      'signed_in',
      'wanted_page',
      'known_browser',
    ])
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/users/login' })
    expect(asked[0]?.headers['x-known-browser']).toBe('kept.before')
  })

  test.each([['//evil.example'], ['https://evil.example'], ['/api/users/logout']])(
    'goes home where %s is asked for',
    async (next) => {
      api.answering = { body: { token: 'a-token', user } }
      const response = await signIn({ email: 'ada@example.com', password: 'correct horse', next })
      expect(response.headers.get('location')).toBe(`${site}/`)
    },
  )

  test('says why it was refused, keeps the address and forgets the password', async () => {
    api.answering = { status: 401, body: { message: 'Invalid email or password.', code: 'invalid_credentials' } }
    const response = await signIn({ email: 'ada@example.com', password: 'wrong horse', next: '/bookmarks' })
    const said = await saidBy(response)
    expect(said).toEqual({
      page: '/users/login?next=%2Fbookmarks',
      failure: { status: 401, message: 'Invalid email or password.', places: ['email', 'password'] },
      typed: { email: 'ada@example.com' },
    })
    expect(JSON.stringify(said)).not.toContain('wrong horse')
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  test('names what is missing and makes no call', async () => {
    const said = await saidBy(await signIn({ email: '' }))
    expect(said.failure?.fields).toEqual({
      email: 'Please enter an email address.',
      password: 'Please enter a password.',
    })
    expect(asked).toEqual([])
  })

  test.each([
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [{}],
  ])('is refused from another site, and if nothing says whose form it is: %j', async (headers) => {
    const response = await signIn({ email: 'ada@example.com', password: 'x' }, headers as Record<string, string>)
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(asked).toEqual([])
  })
})
