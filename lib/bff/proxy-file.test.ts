import { dispatch } from './dispatch.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

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
    api.answering = { body: { ...made, more: 1 } }
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

  test('of a visitor is refused before it is read', async () => {
    const given = await sending({}, false)
    expect((await dispatch(given)).status).toBe(401)
    expect(given.bodyUsed).toBe(false)
  })

  test('that is refused there is refused here in the same words', async () => {
    api.answering = { status: 413, body: { code: 'too_large', message: 'A picture has at most 50 megapixels.' } }
    const response = await dispatch(await sending({}))
    expect(response.status).toBe(413)
    expect((await response.json()).detail).toBe('A picture has at most 50 megapixels.')
  })
})

describe('a list of subscribers', () => {
  const sending = (query = '', headers: Record<string, string> = {}) =>
    request(`/api/newsletters/subscribers/import${query}`, {
      method: 'POST',
      body: 'email',
      headers: { 'content-type': 'text/csv', 'content-length': '5', origin: site, ...headers },
    })

  test('is passed on unchanged, with its query', async () => {
    api.answering = {
      status: 400,
      body: { code: 'bad_request', message: 'No column.', fields: { file: 'No column.' } },
    }
    const response = await dispatch(await sending('?dry_run=true&category=fiction&other=1'))
    expect([response.status, (await response.json()).fields]).toEqual([400, { file: 'No column.' }])
    const url = '/newsletters/subscribers/import?dry_run=true&category=fiction'
    expect(asked[0]).toMatchObject({ method: 'POST', url, body: 'email' })
  })

  test.each<[number, string, Record<string, string>]>([
    [403, '', { origin: 'https://evil.example' }],
    [413, '', { 'content-length': String(300 * 1024 * 1024) }],
    [400, '', { 'content-type': 'image/png' }],
    [400, '?frequency=hourly', {}],
  ])('is refused with %d before it is read: %s %j', async (status, query, headers) => {
    const given = await sending(query, headers)
    expect((await dispatch(given)).status).toBe(status)
    expect(given.bodyUsed).toBe(false)
  })

  const report = {
    ...{ dry_run: true, rows: 1, imported: 1, confirmed: 0, unconfirmed: 1, known: 0, ended: 0, suppressed: 0 },
    ...{ not_subscribed: 0, duplicates: 0, refused: 0, lines: [], columns: {}, unused_columns: [], stopped: null },
  }
  const written = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const asEvents = async () => (await dispatch(await sending('', { accept: 'text/event-stream' }))).text()

  test('is shown while it is read, and nothing but what the contract names', async () => {
    const progress = { kind: 'progress', rows: 1000, share: 0.5 }
    const end = { kind: 'end', report }
    const text = `: still here\n\n${written({ ...progress, secret: 1 }, { kind: 'odd' }, end, progress)}`
    api.answering = { type: 'text/event-stream', text }
    expect(await asEvents()).toBe(`: still here\n\n${written(progress, end)}`)
    expect(asked[0]).toMatchObject({ method: 'POST', body: 'email' })
    expect(asked[0]?.headers).toMatchObject({
      ...{ accept: 'text/event-stream', authorization: 'Bearer secret-token' },
      ...{ 'content-type': 'text/csv', 'content-length': '5' },
    })
  })

  test('of a product API that knows no events has its report at the end', async () => {
    api.answering = { body: report }
    expect(await asEvents()).toBe(written({ kind: 'end', report }))
  })

  test('that breaks off says so', async () => {
    const progress = { kind: 'progress', rows: 1000, share: 0.5 }
    api.answering = { type: 'text/event-stream', text: written(progress), breaks: true }
    const [, last] = (await asEvents()).trim().split('\n\n')
    expect(JSON.parse(last?.slice('data: '.length) ?? '')).toMatchObject({
      kind: 'problem',
      problem: { status: 503, detail: expect.stringContaining('check the same file again') },
    })
  })

  test('that is refused before any event is refused as every other call', async () => {
    api.answering = { status: 413, body: { code: 'too_large', message: 'A file has at most 200 MB.' } }
    const response = await dispatch(await sending('', { accept: 'text/event-stream' }))
    expect([response.status, (await response.json()).detail]).toEqual([413, 'A file has at most 200 MB.'])
  })
})
