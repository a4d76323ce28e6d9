import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encode } from 'next-auth/jwt'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { defineEndpoints, type Endpoint, fillPath } from '#contract/endpoint.ts'
import { passkeys } from '#contract/sessions.ts'
import { sessionCookieName } from '#lib/session/cookies.ts'
import { openPurge } from '#lib/web-server/purge.ts'
import { currentUser } from './current-user.ts'
import { dispatch } from './dispatch.ts'
import { forward } from './forward.ts'
import { logout } from './session-end.ts'

const secret = 'a-secret-for-the-tests-alone'
const site = 'http://localhost:3999'
type Asked = {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingMessage['headers']
  body: string
}
type Answering = { status?: number; body?: unknown; text?: string; tags?: string; hangs?: boolean }

let productApi: Server
const asked: Asked[] = []
let answering: Answering = {}
/** Where it depends on what is asked. */
let answer: ((request: IncomingMessage) => Answering) | undefined

// The settings are read once, at the first request: they are set before any.
process.env.NEXTAUTH_SECRET = secret
process.env.PUBLIC_URL = site

beforeAll(async () => {
  productApi = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ method: request.method, url: request.url, headers: request.headers, body })
    const given = answer?.(request) ?? answering
    const { status = 200, tags, hangs } = given
    if (hangs) return
    response.writeHead(status, { 'content-type': 'application/json', ...(tags && { 'cache-tag': tags }) })
    response.end(given.text ?? JSON.stringify(given.body ?? {}))
  }).listen(0, '127.0.0.1')
  await once(productApi, 'listening')
  process.env.PRODUCT_API_URL = `http://127.0.0.1:${(productApi.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked.length = 0
  answering = {}
  answer = undefined
})
afterAll(() => {
  productApi.closeAllConnections()
  productApi.close()
})

const { save, read } = defineEndpoints({
  save: {
    method: 'POST',
    path: '/things/:id',
    summary: '',
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string().min(1, 'Please enter a name.') }),
    response: z.object({ name: z.string() }),
    auth: 'user',
  },
  read: { method: 'GET', path: '/things', summary: '', response: z.object({}), auth: 'user' },
})

async function request(path: string, init: RequestInit & { signedIn?: boolean } = {}): Promise<Request> {
  const headers = new Headers(init.headers)
  if (init.signedIn !== false) {
    const token = await encode({ token: { apiToken: 'secret-token', role: 'user', uuid: 'u' }, secret })
    headers.set('cookie', `other=1; ${sessionCookieName()}=${token}; signed_in=1`)
  }
  return new Request(site + path, { ...init, headers })
}

function saving(body: unknown, headers: Record<string, string> = {}, signedIn = true) {
  const given = { 'content-type': 'application/json', origin: site, ...headers }
  return request('/api/things/one', { method: 'POST', body: JSON.stringify(body), headers: given, signedIn })
}

describe('a call through the BFF', () => {
  test('goes on with the session’s token, purges what it changed and answers without the token', async () => {
    const purged: string[] = []
    openPurge((tags) => void purged.push(...tags))
    answering = { body: { name: 'Ada', token: 'secret-token', more: 1 }, tags: 'thing:ada,list:things' }
    const response = await forward(save, await saving({ name: 'Ada', role: 'admin' }), { id: 'one' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ name: 'Ada' })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/things/one', body: '{"name":"Ada"}' })
    expect(asked[0]?.headers.authorization).toBe('Bearer secret-token')
    expect(asked[0]?.headers.cookie).toBeUndefined()
    expect(purged).toEqual(['thing:ada', 'list:things'])
  })

  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:4000' }],
    [{ origin: 'https://localhost:3999' }],
  ])('refuses %j: it comes from another site', async (headers) => {
    const response = await forward(save, await saving({ name: 'Ada' }, headers), { id: 'one' })
    expect(response.status).toBe(403)
    expect(asked).toEqual([])
  })

  test('believes Sec-Fetch-Site where there is no Origin', async () => {
    const foreign = await saving({ name: 'Ada' }, { 'sec-fetch-site': 'cross-site' })
    foreign.headers.delete('origin')
    expect((await forward(save, foreign, { id: 'one' })).status).toBe(403)
  })

  test('takes the other name of this machine', async () => {
    answering = { body: { name: 'Ada' } }
    const response = await forward(save, await saving({ name: 'Ada' }, { origin: 'http://127.0.0.1:3999' }), {
      id: 'one',
    })
    expect(response.status).toBe(200)
  })

  test('refuses bad input and names the field', async () => {
    const response = await forward(save, await saving({ name: '' }), { id: 'one' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad_request', fields: { name: 'Please enter a name.' } })
    expect(asked).toEqual([])
  })

  test('passes on of a passkey’s answer what is looked at, however deep the rest is', async () => {
    const made = { id: 'a', name: 'Key', created_at: '', last_used_at: null }
    answering = { body: made }
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const body = `{"challenge_id":"c","response":{"id":"a","more":${deep},"response":{"signature":"s","more":${deep}}}}`
    const headers = { 'content-type': 'application/json', origin: site }
    const response = await forward(passkeys.add, await request('/api/x', { method: 'POST', body, headers }), {
      id: 'one',
    })
    expect(await response.json()).toEqual(made)
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      challenge_id: 'c',
      response: { id: 'a', response: { signature: 's' } },
    })
    const bad = `{"challenge_id":"c","response":${deep}}`
    const refused = await forward(passkeys.add, await request('/api/x', { method: 'POST', body: bad, headers }), {
      id: 'one',
    })
    expect(refused.status).toBe(400)
  })

  test('refuses what is no JSON, by its type and by its text', async () => {
    for (const [type, body] of [
      ['text/plain', '{"name":"Ada"}'],
      ['application/json', '{"name":'],
    ] as const) {
      const given = await request('/api/things/one', { method: 'POST', body, headers: { 'content-type': type } })
      expect((await forward(save, given, { id: 'one' })).status).toBe(400)
    }
  })

  test('refuses a body of more than 4 MB', async () => {
    const response = await forward(save, await saving({ name: 'a'.repeat(4 * 1024 * 1024) }), { id: 'one' })
    expect(response.status).toBe(413)
  })

  test('refuses nobody without asking', async () => {
    expect((await forward(save, await saving({ name: 'Ada' }, {}, false), { id: 'one' })).status).toBe(401)
    expect(asked).toEqual([])
  })

  test('a forged session is nobody’s', async () => {
    const forged = await encode({ token: { apiToken: 'x' }, secret: 'another-secret-of-somebody' })
    const given = new Request(`${site}/api/things`, { headers: { cookie: `${sessionCookieName()}=${forged}` } })
    expect((await forward(read, given, { id: 'one' })).status).toBe(401)
  })

  test('tells on a problem with its code and fields, and forgets a session that has ended', async () => {
    answering = { status: 409, body: { code: 11000, message: 'Exists.', fields: { name: 'Taken.' } } }
    const refused = await forward(save, await saving({ name: 'Ada' }), { id: 'one' })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 11000, message: 'Exists.', fields: { name: 'Taken.' } })
    expect(refused.headers.getSetCookie()).toEqual([])

    answering = { status: 401, body: { code: 'unauthenticated', message: 'A session is needed' } }
    const ended = await forward(save, await saving({ name: 'Ada' }), { id: 'one' })
    expect(ended.status).toBe(401)
    expect(ended.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^next-auth\.session-token=; Path=\/; Max-Age=0/),
      expect.stringMatching(/^signed_in=; Path=\/; Max-Age=0/),
    ])
  })

  test.each([[{ text: 'no json' }], [{ body: { other: true } }], [{ status: 500, text: '<html>stack</html>' }]])(
    'a product API that answers %j is not believed and not quoted',
    async (answer) => {
      answering = answer
      const response = await forward(save, await saving({ name: 'Ada' }), { id: 'one' })
      expect(response.status).toBeGreaterThanOrEqual(500)
      expect(await response.text()).not.toContain('stack')
    },
  )
})

describe('a story of two views', () => {
  const slugs = ['/api/contents/lamp', '/api/contents/slug/lamp']

  test.each(slugs)(
    '%s: where nobody may see it, it is asked for once more with the session, and kept by nobody',
    async (url) => {
      const post = { _id: 'a', slug: 'lamp', title: 'Lamp', category: 'books', content: '<p>Draft</p>', isDraft: true }
      answer = ({ headers }) =>
        headers.authorization
          ? { body: { ...post, post } }
          : { status: 404, body: { code: 'not_found' }, tags: 'content:lamp' }
      const response = await dispatch(await request(url))
      expect(await response.json()).toMatchObject({ title: 'Lamp', isDraft: true })
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer secret-token'])
    },
  )

  test.each(slugs)('%s: is 404 for nobody, and for whoever may not see it', async (url) => {
    answering = { status: 404, body: { code: 'not_found', message: 'There is no such story' } }
    expect((await dispatch(await request(url, { signedIn: false }))).status).toBe(404)
    expect(asked).toHaveLength(1)
    expect((await dispatch(await request(url))).status).toBe(404)
    expect(asked).toHaveLength(3)
  })
})

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
    answering = { body: { _id: 'a', id: 'a', slug: 'lamp', version: 6, isDraft: true, updated_at: '' } }
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
    answering = { status: 409, body: { code: 'conflict', message: 'Changed.', current } }
    const refused = await edit({ title: 'Lamp', version: 5 })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      code: 'conflict',
      current: { ...current, content: '<p>Text</p>' },
    })
  })
})

describe('every call of the contract', () => {
  const names = (endpoint: Endpoint) => Object.keys(endpoint.params?.shape ?? {})
  const asking = (endpoint: Endpoint) => {
    const path = fillPath(endpoint.path, Object.fromEntries(names(endpoint).map((name) => [name, 'x%2Fy'])))
    const headers = { accept: 'application/json', origin: site }
    return request(`/api${path}`, { method: endpoint.method, headers })
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
      answering = { status: 418, body: {} }
      await dispatch(await asking(endpoint))
      expect(asked).toHaveLength(1)
      const path = fillPath(endpoint.path, Object.fromEntries(names(endpoint).map((name) => [name, 'x%2Fy'])))
      expect(asked[0]?.method).toBe(endpoint.method)
      expect(asked[0]?.url?.split('?')[0]).toBe(path)
      // A mail program posts from anywhere: there the address alone is the right.
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
        detail: expect.stringMatching(/content-type (application\/json|image\/)/),
      })
    },
  )

  test('a written address wins over a parameter, and what is no call is none', async () => {
    answering = { body: [] }
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
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, DELETE')
    expect(asked).toEqual([])
  })

  test('waits as long for an answer as the call says', async () => {
    const hasty = { ...read, auth: undefined, sameForAll: true, timeoutMs: 30 } satisfies Endpoint
    answering = { hangs: true }
    const response = await forward(hasty, await request('/api/things'), {})
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ detail: 'The product API does not answer' })
  })
})

describe('the current user', () => {
  test('is an empty object for nobody, without a question', async () => {
    const response = await currentUser(await request('/api/users/current_user', { signedIn: false }))
    expect(await response.json()).toEqual({})
    expect(asked).toEqual([])
  })

  test.each([
    { status: 401, body: {} },
    { status: 200, body: {} },
  ])('is an empty object where the session has ended (%j), and the browser forgets it', async (answer) => {
    answering = answer
    const response = await currentUser(await request('/api/users/current_user'))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({})
    expect(response.headers.getSetCookie().join()).toContain('signed_in=; Path=/; Max-Age=0')
  })

  test('stays signed in where the product API fails', async () => {
    answering = { status: 503, body: {} }
    const response = await currentUser(await request('/api/users/current_user'))
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('logging out', () => {
  const leaving = () => request('/api/users/logout', { method: 'POST', headers: { origin: site } })

  test('ends the session there and here', async () => {
    answering = { body: { message: 'Logged out.' } }
    const response = await logout(await leaving())
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/users/logout' })
    expect(response.headers.getSetCookie()).toHaveLength(2)
  })

  test('of a session that is over already is fine', async () => {
    answering = { status: 401, body: {} }
    expect((await logout(await leaving())).status).toBe(200)
  })

  test('that fails keeps the person signed in', async () => {
    answering = { status: 500, body: {} }
    const response = await logout(await leaving())
    expect(response.status).toBe(500)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('a link out of a mail', () => {
  const opening = (headers: Record<string, string>, method = 'GET') =>
    request('/api/newsletters/confirm/abc', { method, headers, signedIn: false })

  test('acts for our own page alone', async () => {
    answering = { body: { message: 'Confirmed.' } }
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
    answering = { body: { ...made, more: 1 } }
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
    answering = { status: 413, body: { code: 'too_large', message: 'A picture has at most 50 megapixels.' } }
    const response = await dispatch(await sending({}))
    expect(response.status).toBe(413)
    expect((await response.json()).detail).toBe('A picture has at most 50 megapixels.')
  })
})
