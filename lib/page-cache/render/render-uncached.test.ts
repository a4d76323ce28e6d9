import type { RequestListener } from 'node:http'
import type { Handle } from '#lib/renderer/capture-response.ts'
import { answerWith, movedPermanently, noteTags } from '#lib/renderer/render-context.ts'
import { aReadThroughCache } from '../testing/a-read-through-cache.ts'
import { aRenderer } from '../testing/a-renderer.ts'
import { listening } from '../testing/listening.ts'
import { createUncachedRenderer } from './render-uncached.ts'

const url = '/private-article/a-lift'
const key = '/article/a-lift'
const publicPath = { key, kind: 'page', keep: true, keepMissing: true } as const
const asker = { requestId: 'r1', clientAddress: '192.0.2.1' }
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function portOf(handle: RequestListener): Promise<number> {
  const { port, close } = await listening(handle)
  closing.push(close)
  return port
}

/** A stand-in for Next: strangers get a 404, and inside `makePrivate` answers. */
async function aSite(makePrivate: (cookie: string | undefined) => string) {
  const handle: Handle = (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.url !== url) {
      noteTags(['content:a-lift'])
      answerWith(404)
      response.end('<main>There’s nothing at this address</main>')
      return
    }
    response.setHeader('cache-control', 's-maxage=60')
    response.end(makePrivate(request.headers.cookie))
  }
  const cache = aReadThroughCache({ handle })
  const { renderers, close } = await aRenderer(handle, { hasSession: async (cookies) => cookies !== 'session=made-up' })
  closing.push(close)
  const { renderPrivateView } = createUncachedRenderer(cache, { renderers, isDev: false, onFailure: () => undefined })
  const port = await portOf(async (request, response) => {
    const publicPage = await cache.make(publicPath, '')
    await renderPrivateView(request, response, { url, publicPage, asker })
  })
  const ask = (init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${key}`, { redirect: 'manual', headers: { cookie: 'session=ada' }, ...init })
  return { cache, ask }
}

describe('a page for one reader that strangers can’t find', () => {
  test('is made with the reader’s cookies, and no cache may keep it', async () => {
    const { cache, ask } = await aSite((cookie) => `<main>A draft for ${cookie}</main><script>start()</script>`)
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('A draft for session=ada')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-security-policy')).toMatch(/'sha256-/)
    expect(answer.headers.get('x-request-id')).toBe('r1')
    expect(cache.ready(key)?.status).toBe(404)
    expect(cache.ready(url)).toBeUndefined()
    expect(cache.ready(key)?.body.toString()).not.toContain('draft')
  })

  test('has no body for HEAD', async () => {
    const { ask } = await aSite(() => '<main>A draft</main>')
    const answer = await ask({ method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })

  test('is the stranger’s page if this reader can’t find it either', async () => {
    const { cache, ask } = await aSite(() => {
      answerWith(404)
      return ''
    })
    const answer = await ask()
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe(cache.ready(key)?.body.toString())
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('is not even made for a session that can’t be read', async () => {
    let made = 0
    const { ask } = await aSite(() => `<main>A draft ${++made}</main>`)
    expect((await ask({ headers: { cookie: 'session=made-up' } })).status).toBe(404)
    expect(made).toBe(0)
  })

  test('says that it could not be made, and does not pretend to be a 404', async () => {
    const { ask } = await aSite(() => {
      answerWith(503)
      return '<main>Oops!</main>'
    })
    const answer = await ask()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'private, no-store'])
  })

  test('redirects if the story has another address', async () => {
    const { ask } = await aSite(() => {
      movedPermanently('/article/a-lift-at-night')
      return ''
    })
    const answer = await ask()
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
      308,
      '/article/a-lift-at-night',
      'private, no-store',
    ])
  })
})

test('a page is made whole, whatever part of it Next’s client would ask for', async () => {
  const handle: Handle = (request, response) => {
    const names = Object.keys(request.headers).filter((name) => name === 'rsc' || name.startsWith('next-'))
    response.end(`<main>${names}</main>`)
  }
  const cache = aReadThroughCache({ handle })
  const headers = { rsc: '1', 'next-router-state-tree': '%5Bbroken', 'next-url': '/a', 'next-hmr-refresh': '1' }
  const ask = async (isDev: boolean) => {
    const { renderers, close } = await aRenderer(handle, { isDev })
    closing.push(close)
    const { renderUncached } = createUncachedRenderer(cache, { renderers, isDev, onFailure: () => undefined })
    const port = await portOf((request, response) => void renderUncached(request, response, asker))
    return (await fetch(`http://127.0.0.1:${port}/subscribe`, { headers })).text()
  }
  expect(await ask(false)).toBe('<main></main>')
  // A change of the code is shown so while developing.
  expect(await ask(true)).toContain('next-hmr-refresh')
})
