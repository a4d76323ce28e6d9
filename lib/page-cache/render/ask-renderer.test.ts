import { once } from 'node:events'
import { Agent, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Handle } from '#lib/renderer/capture-response.ts'
import { noteTags, purge } from '#lib/renderer/render-context.ts'
import { fromHeader, orderHeader } from '#lib/renderer/wire.ts'
import { aReadThroughCache } from '../testing/a-read-through-cache.ts'
import { aRenderer } from '../testing/a-renderer.ts'
import { listening } from '../testing/listening.ts'
import { askForShared, NoRenderer, RendererLost, type Renderers } from './ask-renderer.ts'
import { createUncachedRenderer } from './render-uncached.ts'

const asker = { requestId: 'r1', clientAddress: '192.0.2.1' }
const shared = { ...asker, kind: 'shared' } as const
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function renderer(handle: Handle) {
  const made = await aRenderer(handle)
  closing.push(made.close)
  return made
}

/** A front that passes everything on, as it does with calls. */
async function aFront(renderers: Renderers) {
  const cache = aReadThroughCache({ handle: (_, response) => void response.end() })
  const failures: unknown[] = []
  const onFailure = (_: string, cause: unknown) => void failures.push(cause)
  const { renderUncached } = createUncachedRenderer(cache, { renderers, isDev: false, onFailure })
  const port = await portOf((request, response) => void renderUncached(request, response, asker))
  return { cache, failures, port, url: `http://127.0.0.1:${port}/api/things` }
}

async function portOf(handle: RequestListener): Promise<number> {
  const { port, close } = await listening(handle)
  closing.push(close)
  return port
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

describe('a page that is the same for everyone', () => {
  test('comes with what it was made from, and with the reason if it could not be made', async () => {
    const { renderers } = await renderer(({ url }, response) => {
      if (url === '/broken') throw new Error('no lamp')
      noteTags(['content:a', 'list:ä'])
      response.setHeader('content-type', 'text/plain')
      response.end('ü')
    })
    const { status, body, report } = await askForShared(renderers, '/a', shared)
    expect([status, body.toString(), report.tags]).toEqual([200, 'ü', ['content:a', 'list:ä']])
    await expect(askForShared(renderers, '/broken', shared)).rejects.toThrow('no lamp')
  })

  test('is asked for once more if its renderer is lost, and no third time', async () => {
    let lost = 1
    let asked = 0
    const { renderers, server } = await renderer((_, response) => {
      asked++
      if (lost-- > 0) server.closeAllConnections()
      else response.end('made')
    })
    expect((await askForShared(renderers, '/a', shared)).body.toString()).toBe('made')
    expect(asked).toBe(2)
    lost = 2
    await expect(askForShared(renderers, '/a', shared)).rejects.toThrow(RendererLost)
    expect(asked).toBe(4)
  })
})

test('what a renderer had heard when it ended is made by the next one, which may not be there at once', async () => {
  const dying = await renderer(() => dying.server.closeAllConnections())
  const good = await renderer((_, response) => void response.end('made'))
  const gone: Renderers = { use: (run) => run({ socketPath: '/nowhere/socket', agent: new Agent() }) }
  const atOnce = () => {
    const next = [dying.renderers, gone, gone, good.renderers]
    return { use: (run) => (next.shift() ?? good.renderers).use(run) } satisfies Renderers
  }
  expect((await askForShared(atOnce(), '/a', shared)).body.toString()).toBe('made')
  const answer = await fetch((await aFront(atOnce())).url)
  expect([answer.status, await answer.text()]).toEqual([200, 'made'])
})

describe('what is passed on', () => {
  test('carries nothing that a request claims to be from the front', async () => {
    const { renderers } = await renderer((request, response) => {
      response.setHeader('x-rendered', 'mine')
      response.end(JSON.stringify([request.headers['x-forwarded-for'], request.headers[orderHeader] ?? 'none']))
    })
    const { url } = await aFront(renderers)
    const forged = Buffer.from(JSON.stringify({ kind: 'shared', clientAddress: '10.0.0.1' })).toString('base64url')
    const answer = await fetch(url, { headers: { [orderHeader]: forged, 'x-forwarded-for': '10.0.0.1' } })
    expect(await answer.json()).toEqual(['192.0.2.1', 'none'])
    expect(answer.headers.get('x-rendered')).toBeNull()
    expect(answer.headers.get('x-request-id')).toBe('r1')
  })

  test.each(['GET', 'DELETE', 'POST'])('keeps the body of a %s in its request', async (method) => {
    const seen: string[] = []
    const { renderers } = await renderer(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${await bodyOf(request)}`)
      response.end('done')
    })
    const { port } = await aFront(renderers)
    const smuggled = `GET /secret HTTP/1.1\r\nhost: x\r\n${orderHeader}: e30\r\n\r\n`
    const client = connect(port, '127.0.0.1')
    client.write(
      `${method} /api/things HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n` +
        `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
    )
    let answer = ''
    for await (const chunk of client.setEncoding('utf8')) answer += chunk
    expect(answer).toContain('done')
    expect(seen).toEqual([`${method} /api/things ${smuggled}`])
  })

  test('drops what a write changed before the write is answered', async () => {
    const { renderers } = await renderer((_, response) => {
      purge(['content:a'])
      response.end('saved')
    })
    const { cache, url } = await aFront(renderers)
    const purged = jest.spyOn(cache.store, 'purge')
    const answer = await fetch(url, { method: 'POST' })
    expect(purged).toHaveBeenCalledWith(['content:a'])
    expect(answer.headers.get('x-rendered')).toBeNull()
  })

  test('arrives piece by piece, in both directions', async () => {
    const { renderers } = await renderer(async (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-transform' })
      for await (const chunk of request) response.write(`data: ${chunk}\n\n`)
      response.end()
    })
    const { port } = await aFront(renderers)
    const client = connect(port, '127.0.0.1')
    let heard = ''
    client.setEncoding('utf8').on('data', (text) => {
      heard += text
    })
    const hear = async (text: string) => {
      while (!heard.includes(text)) await once(client, 'data')
    }
    client.write('POST /api/things HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n')
    client.write('3\r\none\r\n')
    await hear('data: one')
    client.write('3\r\ntwo\r\n')
    await hear('data: two')
    client.write('0\r\n\r\n')
    await once(client, 'end')
  })

  test('is given up when its reader leaves', async () => {
    const begun = Promise.withResolvers<ServerResponse>()
    const { renderers } = await renderer((_, response) => begun.resolve(response as ServerResponse))
    const { url, failures } = await aFront(renderers)
    const gone = new AbortController()
    const answer = fetch(url, { signal: gone.signal })
    const response = await begun.promise
    gone.abort()
    await expect(answer).rejects.toThrow()
    await once(response, 'close')
    expect(failures).toEqual([])
  })

  test('is a 503 if there is no renderer, and a 500 if a write was lost on the way, as a call is refused', async () => {
    const none: Renderers = { use: () => Promise.reject(new NoRenderer('none')) }
    const away = await fetch((await aFront(none)).url, { method: 'POST', body: 'x' })
    expect([away.status, await away.json()]).toMatchObject([503, { code: 'unavailable' }])
    const { renderers, server } = await renderer(() => server.closeAllConnections())
    const front = await aFront(renderers)
    const read = await fetch(front.url)
    expect([read.status, await read.json()]).toMatchObject([503, { code: 'unavailable' }])
    front.failures.length = 0
    const lost = await fetch(front.url, { method: 'POST', body: 'x' })
    expect([lost.status, await lost.json()]).toMatchObject([500, { code: 'internal' }])
    expect(front.failures).toEqual([expect.any(RendererLost)])
  })

  test('is cut off with its renderer, so that half an answer is not taken for a whole one', async () => {
    const { renderers, server } = await renderer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-transform' })
      response.write('half')
    })
    const answer = await fetch((await aFront(renderers)).url)
    server.closeAllConnections()
    await expect(answer.text()).rejects.toThrow()
  })
})

test('an order survives its header, whatever it says', async () => {
  const { toHeader } = await import('#lib/renderer/wire.ts')
  const order = { ...shared, privateUrl: '/private-article/ä\r\nx: y' }
  expect(toHeader(order)).toMatch(/^[\w-]+$/)
  expect(fromHeader(toHeader(order))).toEqual(order)
})
