import { encode } from 'next-auth/jwt'
import { z } from 'zod'
import { defineEndpoints, type Endpoint } from '#contract/endpoint.ts'
import { passkeys } from '#contract/sessions.ts'
import { newContext } from '#lib/renderer/new-context.ts'
import { runWithRenderContext } from '#lib/renderer/render-context.ts'
import { sessionCookieName } from '#lib/session/cookies.ts'
import { forward } from './forward.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

const { save, read, wait } = defineEndpoints({
  save: {
    call: 'POST /things/:id',
    summary: '',
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string().min(1, 'Please enter a name.') }),
    response: z.object({ name: z.string() }),
    auth: 'user',
  },
  read: { call: 'GET /things', summary: '', response: z.object({}), auth: 'user' },
  wait: { call: 'POST /things/wait', summary: '', response: z.object({}), auth: 'user', timeoutMs: 60_000 },
})

function saving(body: unknown, headers: Record<string, string> = {}, signedIn = true) {
  const given = { 'content-type': 'application/json', origin: site, ...headers }
  return request('/api/things/one', { method: 'POST', body: JSON.stringify(body), headers: given, signedIn })
}

describe('a call through the BFF', () => {
  test('goes on with the session’s token, purges what it changed and answers without the token', async () => {
    const context = newContext({ requestId: 'r1', clientAddress: '192.0.2.1' }, '/api/things/one')
    api.answering = { body: { name: 'Ada', token: 'secret-token', more: 1 }, tags: 'thing:ada,list:things' }
    const given = await saving({ name: 'Ada', role: 'admin' })
    const response = await runWithRenderContext(context, () => forward(save, given, { id: 'one' }))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ name: 'Ada' })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/things/one', body: '{"name":"Ada"}' })
    expect(asked[0]?.headers.authorization).toBe('Bearer secret-token')
    expect(asked[0]?.headers.cookie).toBeUndefined()
    expect(context.purged).toEqual(['thing:ada', 'list:things'])
  })

  test('is given up with the browser that waits for it', async () => {
    api.answering = { hangs: true }
    const gone = new AbortController()
    const headers = { origin: site }
    const given = await request('/api/things/wait', { method: 'POST', headers, signal: gone.signal })
    const answer = forward(wait, given, {})
    while (asked.length === 0) await new Promise(setImmediate)
    gone.abort()
    expect((await answer).status).toBe(503)
    while (api.left === 0) await new Promise(setImmediate)
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

  test('checks Sec-Fetch-Site in the absence of Origin', async () => {
    const foreign = await saving({ name: 'Ada' }, { 'sec-fetch-site': 'cross-site' })
    foreign.headers.delete('origin')
    expect((await forward(save, foreign, { id: 'one' })).status).toBe(403)
  })

  test('takes the other name of this machine', async () => {
    api.answering = { body: { name: 'Ada' } }
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

  test('passes on only the used parts of a passkey’s answer, however deep the rest is', async () => {
    const made = { id: 'a', name: 'Key', created_at: '', last_used_at: null }
    api.answering = { body: made }
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

  test('refuses a body that is not JSON, by its type and by its text', async () => {
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

  test('refuses a visitor without asking the product API', async () => {
    expect((await forward(save, await saving({ name: 'Ada' }, {}, false), { id: 'one' })).status).toBe(401)
    expect(asked).toEqual([])
  })

  test('ignores a forged session', async () => {
    const forged = await encode({ token: { apiToken: 'x' }, secret: 'another-secret-of-somebody' })
    const given = new Request(`${site}/api/things`, { headers: { cookie: `${sessionCookieName()}=${forged}` } })
    expect((await forward(read, given, { id: 'one' })).status).toBe(401)
  })

  test('passes on a problem with its code and fields, and forgets a session that has ended', async () => {
    api.answering = { status: 409, body: { code: 11000, message: 'Exists.', fields: { name: 'Taken.' } } }
    const refused = await forward(save, await saving({ name: 'Ada' }), { id: 'one' })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 11000, message: 'Exists.', fields: { name: 'Taken.' } })
    expect(refused.headers.getSetCookie()).toEqual([])

    api.answering = { status: 401, body: { code: 'unauthenticated', message: 'Login required' } }
    const ended = await forward(save, await saving({ name: 'Ada' }), { id: 'one' })
    expect(ended.status).toBe(401)
    expect(ended.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^next-auth\.session-token=; Path=\/; Max-Age=0/),
      expect.stringMatching(/^signed_in=; Path=\/; Max-Age=0/),
    ])
  })

  test('passes on how long to wait after too many requests', async () => {
    const body = { code: 'too_many_requests', message: 'Too many requests.' }
    api.answering = { status: 429, body, headers: { 'retry-after': '7' } }
    const refused = await forward(save, await saving({ name: 'Ada' }), { id: 'one' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
  })

  test.each([[{ text: 'no json' }], [{ body: { other: true } }], [{ status: 500, text: '<html>stack</html>' }]])(
    'answers 5xx, without quoting it, if the product API answers %j',
    async (answer) => {
      api.answering = answer
      const response = await forward(save, await saving({ name: 'Ada' }), { id: 'one' })
      expect(response.status).toBeGreaterThanOrEqual(500)
      expect(await response.text()).not.toContain('stack')
    },
  )

  test('waits as long for an answer as the call says', async () => {
    const hasty = { ...read, auth: undefined, sameForAll: true, timeoutMs: 30 } satisfies Endpoint
    api.answering = { hangs: true }
    const response = await forward(hasty, await request('/api/things'), {})
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ detail: 'The product API does not answer' })
  })
})
