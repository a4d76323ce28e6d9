import { z } from 'zod'
import { defineEndpoints } from '#contract/endpoint.ts'
import { forward } from './forward.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

// The settings are read once: in this file the product API is our own, as `npm start` says.
process.env.PRODUCT_API_IS_OWN = 'on'

const api = aProductApi()
const { asked } = api

const { save, list } = defineEndpoints({
  save: {
    call: 'PUT /things/:id',
    summary: '',
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string().min(1), version: z.int().optional() }),
    response: z.object({ name: z.string() }),
    auth: 'user',
  },
  list: {
    call: 'GET /things',
    summary: '',
    query: z.object({ limit: z.coerce.number().default(30) }),
    response: z.array(z.object({ name: z.string() })),
    sameForAll: true,
  },
})

async function saving(body: string, headers: Record<string, string> = {}) {
  const given = { 'content-type': 'application/json', origin: site, ...headers }
  return forward(save, await request('/api/things/one', { method: 'PUT', body, headers: given }), { id: 'one' })
}

describe('a call to our own product API', () => {
  test('sends the body as it came, with If-Match: the product API checks it', async () => {
    api.answering = { body: { name: 'Ada' } }
    const body = `{ "name": "", "more": ${'['.repeat(50_000)}${']'.repeat(50_000)} }`
    expect((await saving(body, { 'if-match': '"5"' })).status).toBe(200)
    expect(asked[0]).toMatchObject({ method: 'PUT', url: '/things/one', body })
    expect(asked[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'if-match': '"5"' })
  })

  test('passes on which field is wrong', async () => {
    const fields = { name: 'Please enter a name.' }
    api.answering = { status: 400, body: { code: 'bad_request', message: 'Please enter a name.', fields } }
    const refused = await saving('{"name":""}')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'bad_request', detail: 'Please enter a name.', fields })
  })

  test('sends the query as it came, and does not parse the answer again', async () => {
    api.answering = { body: [{ name: 'Ada' }, { other: 1 }] }
    const answer = await forward(list, await request('/api/things?limit=x'), {})
    expect(await answer.json()).toEqual([{ name: 'Ada' }, { other: 1 }])
    expect(asked[0]?.url).toBe('/things?limit=x')
  })

  test('takes no body but JSON, and none of more than 4 MB', async () => {
    expect((await saving('{"name":"Ada"}', { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await saving(JSON.stringify({ name: 'a'.repeat(4 * 1024 * 1024) }))).status).toBe(413)
    expect(asked).toEqual([])
  })

  test('answers 503 if the answer is not JSON', async () => {
    api.answering = { text: 'no json' }
    expect((await saving('{"name":"Ada"}')).status).toBe(503)
  })
})
