import type { Podcast } from '#contract/podcasts.ts'
import { openS3 } from '#files/storage/s3.ts'
import { api, mails as doJobs, get, send, withApi } from '#testing/api.ts'
import { anAdmin } from '#testing/factories.ts'
import { startS3 } from '#testing/s3.ts'
import { removeKeptFiles } from '#testing/uploads.ts'

withApi()
afterEach(removeKeptFiles)

async function aPodcast(): Promise<Podcast> {
  const { id: as } = await anAdmin()
  await send('POST', '/podcasts', { as, body: { text: 'A short sentence.' } })
  await doJobs()
  return (await (await get('/podcasts', { as })).json())[0]
}

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => get(path, { headers, method })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

async function givesParts({ url, bytes }: Podcast, { firstByte = true } = {}): Promise<void> {
  const whole = await ask(url)
  expect(whole.status).toBe(200)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': String(bytes),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const file = await bytesOf(whole)
  const etag = whole.headers.get('etag') ?? ''
  const cases: [string, number, number][] = [
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, bytes - 1],
    ['bytes=-50', bytes - 50, bytes - 1],
    ...(firstByte ? [['bytes=0-0', 0, 0] as [string, number, number]] : []),
    [`bytes=0-${bytes * 2}`, 0, bytes - 1],
  ]
  for (const [range, start, end] of cases) {
    const part = await ask(url, { range, 'if-range': etag })
    expect([range, part.status, part.headers.get('content-range')]).toEqual([
      range,
      206,
      `bytes ${start}-${end}/${bytes}`,
    ])
    expect(part.headers.get('content-length')).toBe(String(end - start + 1))
    expect((await bytesOf(part)).equals(file.subarray(start, end + 1))).toBe(true)
  }
}

describe('GET /audio/:file', () => {
  test('gives the whole file and every part of it', async () => {
    await givesParts(await aPodcast())
  })

  test('gives them from a bucket too', async () => {
    const s3 = await startS3()
    const { files } = api().context
    const { storage } = files
    files.storage = openS3(s3.settings)
    try {
      const podcast = await aPodcast()
      // The stand-in takes 0-0 for the whole file; a bucket does not.
      await givesParts(podcast, { firstByte: false })
      expect((await ask(podcast.url, { range: 'bytes=0-0' })).status).toBe(503)
      await s3.stop()
      expect((await ask(podcast.url)).status).toBe(503)
    } finally {
      files.storage = storage
    }
  })

  test('refuses a part that is not there, and says how long the file is', async () => {
    const { url, bytes } = await aPodcast()
    const response = await ask(url, { range: `bytes=${bytes}-` })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`])
    expect((await response.json()).code).toBe('range_not_satisfiable')
  })

  test('sends the whole file for a stale If-Range, for several ranges and for a malformed one', async () => {
    const { url, bytes } = await aPodcast()
    const asked = [{ range: 'bytes=0-9', 'if-range': '"another"' }, { range: 'bytes=0-1,4-5' }, { range: 'lines=1-2' }]
    for (const headers of asked) {
      const response = await ask(url, headers)
      expect([response.status, (await bytesOf(response)).length]).toEqual([200, bytes])
      expect(response.headers.get('content-range')).toBeNull()
    }
  })

  test('answers 304 to a client that has the file, whatever the range, and only headers to HEAD', async () => {
    const { url, bytes } = await aPodcast()
    const etag = (await ask(url, {}, 'HEAD')).headers.get('etag') ?? ''
    const again = await ask(url, { 'if-none-match': etag, range: 'bytes=0-1' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await ask(url, { range: 'bytes=0-1' }, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(bytes), ''])
  })

  test('gives parts of a transcript', async () => {
    const { transcript } = await aPodcast()
    const part = await ask(transcript, { range: 'bytes=0-5' })
    expect([part.status, await part.text()]).toEqual([206, 'WEBVTT'])
  })

  test('answers 404 to every other name', async () => {
    const { url } = await aPodcast()
    const names = [
      ...[`/audio/${'0'.repeat(32)}.mp3`, '/audio/x.mp3', url.toUpperCase(), url.replace('.mp3', ''), `${url}%00`],
      ...['/audio/..%2f..%2fsecrets.json', '/audio/%2e%2e', url.replace('.mp3', '.wav')],
    ]
    for (const name of names) expect([400, 404]).toContain((await ask(name)).status)
  })
})
