import type { IncomingMessage } from 'node:http'
import { createApp } from '#start/app.ts'
import { api, withApi } from '#testing/api.ts'
import { createLogger } from '../log.ts'
import { createMetrics } from './middleware.ts'
import { isTrustedProxy, readTrustedProxies } from './trusted-proxies.ts'

withApi({ searchesPerMinute: 1 })

describe('WEB_ADDRESSES', () => {
  const proxies = readTrustedProxies('10.0.0.7, 10.1.0.0/16,2001:db8::/32 ,fd00::5,')

  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.0.7',
    '::ffff:10.0.0.7',
    '10.1.255.1',
    '2001:db8:7::1',
    'fd00::5%eth0',
  ])('has %s, by name or as this machine', (address) => {
    expect(isTrustedProxy(proxies, address)).toBe(true)
  })

  test.each(['10.0.0.8', '10.2.0.1', '2001:db9::1', 'fd00::6', '::ffff:10.0.0.8', 'web-1', ''])(
    'has not %j',
    (address) => expect(isTrustedProxy(proxies, address)).toBe(false),
  )

  test('trusts no other machine by default', () => {
    expect(isTrustedProxy(readTrustedProxies(''), '10.0.0.7')).toBe(false)
    expect(isTrustedProxy(readTrustedProxies(''), '::1')).toBe(true)
  })
})

type Asked = { from: string; forwarded?: string; host?: string; marks?: Record<string, string> }

/** An API that a socket asks. */
function served(webAddresses: string) {
  const { context, feed } = api()
  const metrics = createMetrics({ collectProcess: false })
  const app = createApp({
    context,
    feed,
    logger: createLogger('silent'),
    metrics,
    trustedProxies: readTrustedProxies(webAddresses),
  })
  return (path: string, { from, forwarded, host, marks }: Asked) => {
    const headers = {
      ...marks,
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
      ...(host && { host }),
    }
    const incoming = { socket: { remoteAddress: from } } as IncomingMessage
    return app.request(path, { headers }, { incoming })
  }
}

describe('the client’s address', () => {
  const search = '/contents/search?content=a'
  /** Whether both are taken for the same client: the second search is one too many. */
  async function areOne(one: Asked, other: Asked, webAddresses = '10.0.0.0/8'): Promise<boolean> {
    const ask = served(webAddresses)
    expect((await ask(search, one)).status).toBe(200)
    return (await ask(search, other)).status === 429
  }

  test('is the one that a web node forwards, wherever it runs', async () => {
    for (const from of ['127.0.0.1', '::1', '10.0.0.7', '::ffff:10.0.0.8']) {
      const forwarded = `192.0.2.${from.length}`
      expect(await areOne({ from, forwarded }, { from, forwarded: `198.51.100.${from.length}` })).toBe(false)
    }
    expect(
      await areOne({ from: '10.0.0.1', forwarded: '192.0.2.99' }, { from: '10.0.0.2', forwarded: '192.0.2.99' }),
    ).toBe(true)
  })

  test('is the last one in the header: the client itself may have written those before', async () => {
    const one = { from: '10.0.0.1', forwarded: '203.0.113.5, 192.0.2.1' }
    expect(await areOne(one, { from: '10.0.0.1', forwarded: '203.0.113.6, 192.0.2.1' })).toBe(true)
  })

  test('is the peer’s own if it is not trusted, whatever its header says', async () => {
    expect(
      await areOne({ from: '192.0.2.1', forwarded: '10.9.9.1' }, { from: '192.0.2.1', forwarded: '10.9.9.2' }),
    ).toBe(true)
    expect(
      await areOne({ from: '10.0.0.1', forwarded: '10.9.9.3' }, { from: '10.0.0.1', forwarded: '10.9.9.4' }, ''),
    ).toBe(true)
  })

  test.each(['unknown', '', 'localhost', '192.0.2.1:4711', '[2001:db8::1]', '1.2.3', `${'1'.repeat(300)}`])(
    'is the web node itself where %j is no address',
    async (forwarded) => {
      expect(await areOne({ from: '10.0.0.1', forwarded }, { from: '10.0.0.1', forwarded: 'nobody' })).toBe(true)
    },
  )
})

describe('/metrics', () => {
  test('answers this machine and the web nodes', async () => {
    const ask = served('10.0.0.0/8')
    for (const from of ['127.0.0.1', '::1', '10.0.0.7']) expect((await ask('/metrics', { from })).status).toBe(200)
  })

  test('answers 404 to anyone else, and to forwarded requests', async () => {
    const ask = served('10.0.0.0/8')
    const cases = [
      { from: '192.0.2.1' },
      { from: '192.0.2.1', forwarded: '127.0.0.1' },
      { from: '127.0.0.1', forwarded: '192.0.2.1' },
      { from: '127.0.0.1', forwarded: '' },
      { from: '10.0.0.7', forwarded: '127.0.0.1' },
    ]
    for (const asked of cases) {
      const response = await ask('/metrics', asked)
      expect(response.status).toBe(404)
      const missing = await ask('/no-such-address', asked)
      const { requestId: _, ...body } = await response.json()
      expect(body).toMatchObject({ code: 'not_found', detail: expect.stringContaining('nothing for you') })
      expect(await missing.json()).toMatchObject(body)
    }
  })

  test.each(['via', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded', 'x-real-ip', 'cdn-loop'])(
    'is not there for a request that a proxy has marked with %s',
    async (name) => {
      const ask = served('10.0.0.0/8')
      for (const from of ['127.0.0.1', '10.0.0.7'])
        expect((await ask('/metrics', { from, marks: { [name]: '1.1 proxy' } })).status).toBe(404)
    },
  )

  test('is closed to other machines by default; health is not', async () => {
    const ask = served('')
    expect((await ask('/metrics', { from: '10.0.0.7' })).status).toBe(404)
    expect((await ask('/healthz', { from: '10.0.0.7' })).status).toBe(200)
  })

  test('refuses a foreign host name that resolves to this machine', async () => {
    const ask = served('10.0.0.7')
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000']) {
      expect((await ask('/metrics', { from: '127.0.0.1', host })).status).toBe(200)
    }
    for (const host of ['rebound.example', 'localhost.rebound.example:4000', '127.0.0.1.rebound.example']) {
      expect((await ask('/metrics', { from: '127.0.0.1', host })).status).toBe(404)
    }
    expect((await ask('/metrics', { from: '10.0.0.7', host: 'api.internal:4000' })).status).toBe(200)
  })
})
