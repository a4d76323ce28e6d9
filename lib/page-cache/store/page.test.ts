import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { makePage, type Page, sendPage } from './page.ts'

const listText = Array.from({ length: 20_000 }, (_, place) => `<li>/article/story-${place}</li>`).join('\n')
const list = makePage({
  status: 200,
  body: Buffer.from(listText),
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  tags: new Set(['sitemap']),
})
const text = '<!doctype html><title>Story</title>'.padEnd(5_000, 'a')
const page = makePage({
  status: 200,
  body: Buffer.from(text),
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0' },
  tags: new Set(['content:a']),
})

let server: Server
let address: string

beforeAll(async () => {
  server = createServer((request, response) => sendPage(request, response, request.url === '/list' ? list : page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function get(headers: Record<string, string>, method = 'GET', path = '') {
  const { request } = await import('node:http')
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const call = request(address + path, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

describe('sendPage', () => {
  test('sends the bytes as they are to a reader that takes no encoding', async () => {
    const answer = await get({})
    expect(answer.body.toString()).toBe(text)
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  test('sends brotli if it is accepted, else gzip, and respects a refusal', async () => {
    const brotli = await get({ 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
    const gzip = await get({ 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(text)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('compresses a long list by %s to a fifth, whole', async (encoding, decompress) => {
    const { body } = await get({ 'accept-encoding': encoding }, 'GET', 'list')
    expect(body.length).toBeLessThan(listText.length / 5)
    expect(decompress(body).equals(list.body)).toBe(true)
  })

  test.each([
    ['*', 'br'],
    ['BR', 'br'],
    ['GZip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br ; q=0.000 , gzip ; q=0.3', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=0', undefined],
    ['br;q=0.1, gzip;q=1', 'gzip'],
    ['br;q=0.1, *;q=0.2', 'gzip'],
    ['gzip, br', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['identity, br;q=0.5, gzip;q=0.5', undefined],
    ['identity;q=0.5, br;q=0.1, gzip;q=0.2', undefined],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=lots, gzip;q=0.1', 'gzip'],
    ['br;q=-1', undefined],
    ['', undefined],
    ['identity', undefined],
    ['xbr, gzipped', undefined],
    ['deflate, zstd', undefined],
  ])('understands Accept-Encoding: %s', async (accepted, encoding) => {
    expect((await get({ 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding)
  })

  test('leaves what hardly shrinks as it is', async () => {
    const noise = Buffer.from(Array.from({ length: 2_000 }, () => Math.random().toString(36)).join(''))
    const shown = makePage({ status: 200, body: noise, headers: { 'content-type': 'text/plain' }, tags: new Set() })
    const answer = await new Promise<string | undefined>((resolve) => {
      const request = { method: 'GET', rawHeaders: ['accept-encoding', 'br'] }
      const response = { writeHead: (_: number, headers: string[]) => resolve(headers.join(' ')), end: () => undefined }
      sendPage(request as never, response as never, shown)
    })
    expect(answer).not.toContain('content-encoding')
  })

  test.each([
    ['the tag alone', (etag: string) => etag],
    ['a list of tags', (etag: string) => `"other", ${etag}`],
    ['its strong form', (etag: string) => etag.replace('W/', '')],
    ['anything', () => '*'],
  ])('answers 304 without a body to %s', async (_, header) => {
    const answer = await get({ 'if-none-match': header(page.etag) })
    expect(answer.status).toBe(304)
    expect(answer.body).toHaveLength(0)
    expect(answer.headers.etag).toBe(page.etag)
  })

  describe('by its date', () => {
    const changed = Date.UTC(2026, 10, 23, 12)
    const second = 1_000
    const http = (ms: number) => new Date(ms).toUTCString()
    const dated = (modifiedAt: number, status = 200) =>
      makePage({ status, body: Buffer.from('a'), headers: {}, tags: new Set() }, () => modifiedAt)

    function answerOf(shown: Page, headers: Record<string, string>) {
      let answer = { status: 0, lastModified: undefined as string | undefined }
      const writeHead = (status: number, sent: string[]) => {
        const at = sent.indexOf('last-modified')
        answer = { status, lastModified: at < 0 ? undefined : sent[at + 1] }
      }
      const request = { method: 'GET', rawHeaders: Object.entries(headers).flat() }
      sendPage(request as never, { writeHead, end: () => undefined } as never, shown)
      return answer
    }

    test('says when it last changed, once that time has come', () => {
      expect(answerOf(dated(changed), {})).toEqual({ status: 200, lastModified: 'Mon, 23 Nov 2026 12:00:00 GMT' })
      expect(answerOf(dated(Date.now() + 60_000), {})).toEqual({ status: 200, lastModified: undefined })
    })

    test.each([
      [0, 304],
      [second, 304],
      [-second, 200],
    ])('who had it %d ms after it changed gets %d', (laterMs, status) => {
      expect(answerOf(dated(changed), { 'if-modified-since': http(changed + laterMs) }).status).toBe(status)
    })

    test.each(['yesterday', '2026-12-24', ''])('%j is not taken for a date', (date) => {
      expect(answerOf(dated(changed), { 'if-modified-since': date }).status).toBe(200)
    })

    test('a tag counts and the date beside it does not', () => {
      const since = { 'if-modified-since': http(changed + second) }
      expect(answerOf(dated(changed), { 'if-none-match': '"another"', ...since }).status).toBe(200)
      const shown = dated(changed)
      expect(answerOf(shown, { 'if-none-match': shown.etag, 'if-modified-since': http(0) }).status).toBe(304)
    })

    test('a missing page is a 404, whatever the reader had before', () => {
      expect(answerOf(dated(changed, 404), { 'if-modified-since': http(changed) }).status).toBe(404)
    })
  })

  test('answers HEAD with the headers of the page and no body', async () => {
    const answer = await get({}, 'HEAD')
    expect(answer.headers['content-length']).toBe(String(text.length))
    expect(answer.body).toHaveLength(0)
  })
})
