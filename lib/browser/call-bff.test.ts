import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '#contract/sessions.ts'
import { callBff } from './call-bff.ts'
import { CallFailure } from './call-failure.ts'

type Asked = {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

let server: Server
let answer: (response: ServerResponse) => void
const asked: Asked[] = []
const ownFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ method: request.method, url: request.url, headers: request.headers, body })
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // In a browser an address without a host is the page's own site.
  globalThis.fetch = (path, init) => ownFetch(site + path, init)
})
beforeEach(() => {
  asked.length = 0
  answer = (response) => response.end('{}')
})
afterAll(() => {
  globalThis.fetch = ownFetch
  server.closeAllConnections()
  server.close()
})

function answering(status: number, body: unknown, headers: Record<string, string> = {}): void {
  answer = (response) => response.writeHead(status, headers).end(JSON.stringify(body))
}

async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const fault = await call.catch((caught) => caught)
  if (!(fault instanceof CallFailure)) throw new Error(`no CallFailure: ${fault}`)
  return fault
}

describe('what is sent', () => {
  test('goes to the call’s own path below /api, by its method, as JSON', async () => {
    await callBff('POST /users/forget-password', { body: { email: 'ada@example.com' } })
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: '/api/users/forget-password',
      body: '{"email":"ada@example.com"}',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
  })

  test('has no body if the call takes none', async () => {
    await callBff('POST /users/logout')
    expect(asked[0]).toMatchObject({ method: 'POST', body: '' })
    expect(asked[0]?.headers['content-type']).toBeUndefined()
  })

  test('can add no segment and no query by a parameter', async () => {
    await callBff('DELETE /users/sessions/:id', { params: { id: '../a?b=/é' } })
    expect(asked[0]?.url).toBe('/api/users/sessions/..%2Fa%3Fb%3D%2F%C3%A9')
  })

  test('puts the input into the query, and leaves out what is not given', async () => {
    await callBff('GET /contents/search', { query: { content: 'lift & lamp', limit: 12, cursor: undefined } })
    expect(asked[0]?.url).toBe('/api/contents/search?content=lift+%26+lamp&limit=12')
  })
})

describe('what comes back', () => {
  test('is the body, the headers, and the cursor of the next page', async () => {
    const link = '</api/contents?limit=1&cursor=c%2F2>; rel="next", </api/contents>; rel="first"'
    answering(200, [{ slug: 'a' }], { link, 'search-corrected': 'lift' })
    const { body, nextCursor, headers } = await callBff('GET /contents', { query: { limit: 1 } })
    expect(body).toEqual([{ slug: 'a' }])
    expect(nextCursor).toBe('c/2')
    expect(headers.get('search-corrected')).toBe('lift')
  })

  test('has no cursor on the last page', async () => {
    answering(200, [], { link: '</api/contents>; rel="first"' })
    expect((await callBff('GET /contents')).nextCursor).toBeUndefined()
  })
})

describe('a failure', () => {
  test('carries the server’s sentence, its code, its fields, the current state and how long to wait', async () => {
    const fields = { email: 'This address is taken.' }
    const body = { message: 'Exists already.', code: 11000, fields, current: { version: 7 } }
    answering(409, body, { 'retry-after': '7' })
    const failure = await failureOf(callBff('POST /users/logout'))
    expect(failure).toMatchObject({ ...body, status: 409, detail: 'Exists already.', retryAfterSeconds: 7 })
  })

  test.each([
    [429, 'Too many requests. Please try again later.'],
    [502, 'Server responded with status: 502'],
  ])('without a sentence of the server’s, %i, is described by its status', async (status, sentence) => {
    answer = (response) => response.writeHead(status).end('<h1>Bad gateway</h1>')
    expect(await failureOf(callBff('GET /contents'))).toMatchObject({ status, message: sentence, detail: undefined })
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['if there is no answer', (response) => response.destroy()],
    ['if the answer breaks off', (response) => response.writeHead(200, { 'content-length': 99 }).write('[{"slug"')],
  ])('says so %s', async (_, behave) => {
    answer = (response) => {
      behave(response)
      setImmediate(() => response.destroy())
    }
    const failure = await failureOf(callBff('GET /contents'))
    expect(failure).toMatchObject({ status: 0, message: 'You seem to be offline. Please try again.' })
    expect(failure.cause).toBeDefined()
  })

  test('comes after the call’s timeout, and when the caller aborts', async () => {
    answer = () => undefined
    const late = await failureOf(callBff('GET /contents', { timeoutMs: 30 }))
    const message = 'The server took too long to answer. Please try again.'
    expect(late).toMatchObject({ status: 0, message, cause: { name: 'TimeoutError' } })
    answer = (response) => response.writeHead(200, { 'content-length': 99 }).write('[{"slug"')
    expect(await failureOf(callBff('GET /contents', { timeoutMs: 100 }))).toMatchObject({ status: 0, message })

    const caller = new AbortController()
    const call = failureOf(callBff('GET /contents', { signal: caller.signal, timeoutMs: 60_000 }))
    caller.abort()
    expect(await call).toMatchObject({ status: 0, cause: { name: 'AbortError' } })
  })
})

test('only what the contract has can be called', () => {
  // Checked by the compiler, and never run: each line below the first must be refused.
  const calls = async () => {
    const sessions: Session[] = (await callBff('GET /users/sessions')).body
    // @ts-expect-error there is no such call
    await callBff('GET /users/secrets')
    // @ts-expect-error the call exists, but with another method
    await callBff('PUT /users/logout')
    // @ts-expect-error it hands out a token and is marked `neverFromBrowser`
    await callBff('POST /users/login', { body: { email: 'ada@example.com', password: 'x' } })
    // @ts-expect-error the body is missing
    await callBff('POST /newsletters/subscribe')
    // @ts-expect-error a field that is needed is missing
    await callBff('POST /newsletters/subscribe', { body: { category: 'technology' } })
    // @ts-expect-error a field is of another type
    await callBff('POST /users/update-profile', { body: { showEmail: 'on' } })
    // @ts-expect-error there is no such field
    await callBff('POST /users/forget-password', { body: { email: 'ada@example.com', nmae: 'Ada' } })
    // @ts-expect-error the parameter is missing
    await callBff('DELETE /users/sessions/:id')
    // @ts-expect-error the parameter has another name
    await callBff('DELETE /users/sessions/:id', { params: { uuid: 'a' } })
    // @ts-expect-error the query has no such part
    await callBff('GET /contents', { query: { page: 2 } })
    // @ts-expect-error the call takes no body
    await callBff('GET /users/sessions', { body: {} })
    // @ts-expect-error the answer is a list of sessions
    const passkeys: { last_used_at: string }[] = (await callBff('GET /users/sessions')).body
    return [sessions, passkeys]
  }
  expect(calls).toBeInstanceOf(Function)
})
