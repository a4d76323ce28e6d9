import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TextEvent } from '#contract/text-processing.ts'
import { dispatch } from './dispatch.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

type Given = { accept?: string; origin?: string; signedIn?: boolean; body?: string; signal?: AbortSignal }

function asking({ accept = 'text/event-stream', origin = site, body, ...init }: Given = {}) {
  return request('/api/openai/text-processing', {
    method: 'POST',
    body: body ?? JSON.stringify({ input: 'Walden|Thoreau|a code' }),
    headers: { 'content-type': 'application/json', accept, origin },
    ...init,
  })
}

const ask = async (given?: Given) => dispatch(await asking(given))

async function eventsOf(response: Response): Promise<TextEvent[]> {
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const blocks = (await response.text()).split('\n\n').filter(Boolean)
  return blocks.filter((block) => block.startsWith('data: ')).map((block) => JSON.parse(block.slice(6)))
}

const written = (...events: object[]) => ({
  type: 'text/event-stream',
  text: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
})
const beginning = { kind: 'text', html: '<p>A pond.</p>' }
const broken = {
  kind: 'problem',
  problem: expect.objectContaining({ status: 503, message: expect.stringMatching(/broke/) }),
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn()
}

describe('a text that is shown while it is written', () => {
  test('is passed on event by event, with the session’s token, without buffering', async () => {
    const end = { kind: 'end', html: '<p>A pond and beans.</p>', draft: 'walden' }
    api.answering = written(beginning, end)
    const response = await ask()
    expect(response.headers.get('cache-control')).toBe('private, no-store, no-transform')
    expect(await eventsOf(response)).toEqual([beginning, end])
    expect(asked[0]).toMatchObject({
      ...{ method: 'POST', url: '/openai/text-processing', body: '{"input":"Walden|Thoreau|a code"}' },
      headers: { authorization: 'Bearer secret-token', accept: 'text/event-stream' },
    })
  })

  test('each piece is sanitised again', async () => {
    const hostile = '<p onclick="a()">Fine.</p><script>b()</script>'
    api.answering = written({ kind: 'text', html: hostile }, { kind: 'end', html: hostile, draft: '../../users' })
    expect(await eventsOf(await ask())).toEqual([
      { kind: 'text', html: '<p>Fine.</p>' },
      { kind: 'end', html: '<p>Fine.</p>', draft: null },
    ])
  })

  test('keep-alives are passed on, and anything that is not an event is dropped', async () => {
    const odd = 'data: {"kind":"odd"}\n\n: still here\n\n'
    api.answering = { type: 'text/event-stream', text: odd + written({ kind: 'end', html: '', draft: null }).text }
    expect(await (await ask()).text()).toBe(': still here\n\ndata: {"kind":"end","html":"","draft":null}\n\n')
  })

  test.each([
    ['breaks', { ...written(beginning), breaks: true }],
    ['just ends', written(beginning)],
    ['cannot be read', { type: 'text/event-stream', text: `${written(beginning).text}data: {\n\n` }],
  ])('a text that %s ends with a problem', async (_, answering) => {
    api.answering = answering
    expect(await eventsOf(await ask())).toEqual([beginning, broken])
  })

  test('the browser sees immediately what is there, and its going away ends the call', async () => {
    api.answering = { ...written(beginning), goesOn: true }
    const reader = (await ask()).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe(`data: ${JSON.stringify(beginning)}\n\n`)
    await reader?.cancel()
    await until(() => api.left === 1)
  })

  test('so does its request’s end, also before anything came, and if it waits for the whole', async () => {
    for (const accept of ['text/event-stream', 'application/json']) {
      api.answering = { hangs: true }
      const [gone, before] = [new AbortController(), [asked.length, api.left]]
      const answer = ask({ accept, signal: gone.signal })
      await until(() => asked.length > (before[0] ?? 0))
      gone.abort()
      expect((await answer).status).toBe(503)
      await until(() => api.left > (before[1] ?? 0))
    }
  })

  test('a product API that knows no events answers the whole', async () => {
    api.answering = { body: '<p>A pond.</p><script>b()</script>' }
    expect(await eventsOf(await ask())).toEqual([{ kind: 'end', html: '<p>A pond.</p>', draft: null }])
    api.answering = { text: 'no JSON' }
    expect(await eventsOf(await ask())).toEqual([broken])
  })

  test('a refusal there is a refusal here in the same words, with its subject', async () => {
    const current = { slug: 'walden', title: 'Walden', isDraft: false }
    api.answering = { status: 409, body: { code: 11000, message: 'There is already a summary.', current } }
    const response = await ask()
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 11000, detail: 'There is already a summary.', current }),
    ])
    api.answering = { status: 409, body: { code: 11000, message: 'No.', current: { ...current, slug: '../x' } } }
    expect(await (await ask()).json()).not.toHaveProperty('current')
  })
})

test('who asks for JSON gets the text as JSON', async () => {
  api.answering = { body: '<p>A pond.</p><script>b()</script>' }
  const response = await ask({ accept: 'application/json' })
  expect([response.status, await response.json()]).toEqual([200, '<p>A pond.</p>'])
})

test.each<[number, Given]>([
  [403, { origin: 'https://evil.example' }],
  [401, { signedIn: false }],
  [400, { body: '{"input":""}' }],
  [400, { body: '{"input":7}' }],
  [400, { body: '{' }],
])('%d before the product API is called: %j', async (status, given) => {
  expect((await ask(given)).status).toBe(status)
  expect((await ask({ ...given, accept: 'application/json' })).status).toBe(status)
  expect(asked).toEqual([])
})

test('a session that has ended there ends here', async () => {
  api.answering = { status: 401, body: { code: 'unauthenticated', message: 'Login required' } }
  const response = await ask()
  expect([response.status, response.headers.get('set-cookie')]).toEqual([401, expect.stringMatching(/Max-Age=0/i)])
})
