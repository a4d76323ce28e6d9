import type { IncomingMessage } from 'node:http'
import { answerWith } from '../render-context.ts'
import type { Handle } from './capture-response.ts'
import { developmentAddress } from './render-uncached.ts'

const cookie = 'next-auth.session-token=ada'
const made: [url: string | undefined, cookie: string | undefined][] = []

beforeEach(() => {
  made.length = 0
})

/** A stand-in for Next: Ada's draft is at `a-lift`, a published story at `a-lamp`. */
const handle: Handle = ({ url, headers }, response) => {
  made.push([url, headers.cookie])
  if (url !== '/article/a-lamp' && !(url === '/private-article/a-lift' && headers.cookie === cookie)) answerWith(404)
  response.end('a page')
}

function ask(url: string, { cookies = cookie, isReadable = true } = {}): Promise<string> {
  const request = { url, method: 'GET', headers: { host: 'localhost', cookie: cookies } } as unknown as IncomingMessage
  const context = { requestId: 'r1', clientAddress: '', tags: new Set<string>() }
  return developmentAddress(request, { handle, hasSession: async () => isReadable }, context)
}

describe('npm run dev', () => {
  test('shows a draft to its author at its own address', async () => {
    expect(await ask('/article/a-lift')).toBe('/private-article/a-lift')
    expect(made[0]).toEqual(['/article/a-lift', undefined])
    expect(await ask('/article/a-lift?_rsc=1')).toBe('/private-article/a-lift?_rsc=1')
  })

  test('shows public and missing pages as strangers see them', async () => {
    expect(await ask('/article/a-lamp')).toBe('/article/a-lamp')
    expect(await ask('/article/a-whim')).toBe('/article/a-whim')
  })

  test('makes nothing twice for other pages, nor without a session', async () => {
    expect(await ask('/articles/fiction')).toBe('/articles/fiction')
    expect(await ask('/_next/static/x.js?v=1')).toBe('/_next/static/x.js?v=1')
    expect(await ask('/article/a-lift', { cookies: 'theme=dark' })).toBe('/article/a-lift')
    expect(await ask('/article/a-lift', { isReadable: false })).toBe('/article/a-lift')
    expect(made).toEqual([])
  })
})
