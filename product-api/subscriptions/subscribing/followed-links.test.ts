import { api, get, mails, send, withApi } from '#testing/api.ts'

withApi()

/** The link of the confirmation email for books. */
async function aQuestion(): Promise<string> {
  await send('POST', '/newsletters/subscribe', { body: { email: 'reader@example.com', category: 'books' } })
  const text = (await mails()).at(-1)?.text ?? ''
  return /confirmation\/([\w-]{36})$/m.exec(text)?.[1] ?? ''
}

describe('a link that a browser, a scanner or a prefetch follows', () => {
  const kinds: [string, { method?: string; headers?: Record<string, string> }][] = [
    ['a browser', { headers: { accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8' } }],
    ['anything', { headers: { accept: '*/*' } }],
    ['nobody knows', {}],
    ['a prefetch', { headers: { accept: 'application/json', 'sec-purpose': 'prefetch;prerender' } }],
    ['an old prefetch', { headers: { accept: 'application/json', purpose: 'prefetch' } }],
    ['HEAD', { method: 'HEAD', headers: { accept: 'application/json' } }],
  ]

  test.each(kinds)('leads to the page and changes nothing: %s', async (_, asked) => {
    const uuid = await aQuestion()
    const confirmed = await get(`/newsletters/confirm/${uuid}`, asked)
    expect(confirmed.status).toBe(303)
    expect(confirmed.headers.get('location')).toBe(`http://localhost:3000/subscription/confirmation/${uuid}`)
    const ended = await get(`/newsletters/unsubscribe/${uuid}?all=true`, asked)
    expect(ended.status).toBe(303)
    expect(ended.headers.get('location')).toBe(`http://localhost:3000/subscription/unsubscribe/${uuid}?scope=all`)
    const { rows } = await api().pool.query('select confirmed_at, ended_at from subscriptions')
    expect(rows).toEqual([{ confirmed_at: null, ended_at: null }])
  })

  test('never leads anywhere but to the site', async () => {
    const response = await get(`/newsletters/confirm/${encodeURIComponent('//evil.example')}`)
    expect(response.headers.get('location')).toBe('http://localhost:3000/subscription/confirmation/%2F%2Fevil.example')
  })
})
