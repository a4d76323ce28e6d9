import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const site = 'http://localhost:3999'
const secret = 'a-secret-for-the-tests-alone'

type Asked = {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingMessage['headers']
  body: string
}
type Answering = {
  status?: number
  body?: unknown
  text?: string
  type?: string
  tags?: string
  headers?: Record<string, string>
  hangs?: boolean
  /** It stays open after its text, or breaks there. */
  goesOn?: boolean
  breaks?: boolean
}
type ProductApi = {
  /** The requests, in order; cleared before each test. */
  asked: Asked[]
  answering: Answering
  /** For answers that depend on the request. */
  answer: ((request: IncomingMessage) => Answering) | undefined
  /** How many calls were given up before they were answered to the end. */
  left: number
}

// The settings are read once, at the first request: they are set before any.
process.env.NEXTAUTH_SECRET = secret
process.env.PUBLIC_URL = site

/** A product API for the tests of one file, which gives the answers it is set to. */
export function aProductApi(): ProductApi {
  const api: ProductApi = { asked: [], answering: {}, answer: undefined, left: 0 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    api.asked.push({ method: request.method, url: request.url, headers: request.headers, body })
    response.on('close', () => {
      if (!response.writableFinished) api.left++
    })
    const {
      status = 200,
      type = 'application/json',
      tags,
      headers,
      hangs,
      goesOn,
      breaks,
      ...given
    } = api.answer?.(request) ?? api.answering
    if (hangs) return
    response.writeHead(status, { 'content-type': type, ...(tags && { 'cache-tag': tags }), ...headers })
    const text = given.text ?? JSON.stringify(given.body ?? {})
    if (goesOn) response.write(text)
    else if (breaks) response.write(text, () => response.destroy())
    else response.end(text)
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    process.env.PRODUCT_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    api.asked.length = 0
    api.answering = {}
    api.answer = undefined
    api.left = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return api
}

/** A browser's request to the site, by a signed-in person unless it says otherwise. */
export async function request(path: string, init: RequestInit & { signedIn?: boolean } = {}): Promise<Request> {
  const headers = new Headers(init.headers)
  if (init.signedIn !== false) {
    // Not at the top: in a test with a DOM they can't be loaded.
    const { sessionCookieName } = await import('#lib/session/cookies.ts')
    const { encode } = await import('next-auth/jwt')
    const token = await encode({ token: { apiToken: 'secret-token', role: 'user', uuid: 'u' }, secret })
    headers.set('cookie', `other=1; ${sessionCookieName()}=${token}; signed_in=1`)
  }
  return new Request(site + path, { ...init, headers })
}
