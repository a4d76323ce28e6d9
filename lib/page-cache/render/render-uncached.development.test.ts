import type { Handle } from '#lib/renderer/capture-response.ts'
import { answerWith } from '#lib/renderer/render-context.ts'
import { aReadThroughCache } from '../testing/a-read-through-cache.ts'
import { aRenderer } from '../testing/a-renderer.ts'
import { listening } from '../testing/listening.ts'
import { createUncachedRenderer } from './render-uncached.ts'

const cookie = 'next-auth.session-token=ada'
const made: [url: string | undefined, cookie: string | undefined][] = []
let isReadable = true

/** A stand-in for Next: Ada's draft is at `a-lift`, a published story at `a-lamp`. */
const handle: Handle = ({ url, headers }, response) => {
  made.push([url, headers.cookie])
  if (url !== '/article/a-lamp' && !(url === '/private-article/a-lift' && headers.cookie === cookie)) answerWith(404)
  response.end(url)
}

let site: Awaited<ReturnType<typeof listening>>
let close: () => void

beforeAll(async () => {
  const renderer = await aRenderer(handle, { isDev: true, hasSession: async () => isReadable })
  close = renderer.close
  const { renderers } = renderer
  const { renderUncached } = createUncachedRenderer(aReadThroughCache({ handle }), {
    renderers,
    isDev: true,
    onFailure: () => undefined,
  })
  const asker = { requestId: 'r1', clientAddress: '192.0.2.1' }
  site = await listening((request, response) => void renderUncached(request, response, asker))
})
afterAll(() => {
  site.close()
  close()
})
beforeEach(() => {
  made.length = 0
})

/** The address that was answered with in the end. */
async function ask(path: string, { cookies = cookie, readable = true } = {}): Promise<string> {
  isReadable = readable
  const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, { headers: { cookie: cookies } })
  return answer.text()
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
    expect(await ask('/article/a-lift', { readable: false })).toBe('/article/a-lift')
    expect(made).toHaveLength(4)
  })
})
