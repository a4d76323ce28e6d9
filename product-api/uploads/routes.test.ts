import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Upload } from '#contract/uploads.ts'
import { StorageAway } from '../storage/storage.ts'
import { api, get, send, withApi } from '../testing/api.ts'
import { anAuthor } from '../testing/factories.ts'
import { openSession } from '../testing/open-session.ts'
import { aPhotograph, aPicture, aPixelBomb } from '../testing/pictures.ts'

withApi()

const upload = (as: string | undefined, body: Uint8Array | string | undefined, type = 'image/jpeg') =>
  send('POST', '/uploads', { as, body, headers: { 'content-type': type } })
const uploaded = async (as: string, bytes: Uint8Array) => (await (await upload(as, bytes)).json()) as Upload
const bytesOf = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer())
const count = async (table: string) => Number((await api().pool.query(`select count(*) from ${table}`)).rows[0].count)

const keptFolder = () => path.join(path.dirname(api().context.files.incoming), 'uploads')
function keptFiles(): string[] {
  if (!existsSync(keptFolder())) return []
  return readdirSync(keptFolder(), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
}
const arrived = () => (existsSync(api().context.files.incoming) ? readdirSync(api().context.files.incoming) : [])
afterEach(() => {
  expect(arrived()).toEqual([])
  rmSync(keptFolder(), { recursive: true, force: true })
})

describe('POST /uploads', () => {
  test('keeps a picture in three widths, as WebP', async () => {
    const { id: as } = await anAuthor()
    const picture = await uploaded(as, await aPicture({ width: 2_000, height: 1_000 }).jpeg().toBuffer())
    expect(picture).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      url: `/uploads/${picture.id}-1440x720.webp`,
      width: 1440,
      height: 720,
      bytes: (await bytesOf(picture.url)).length,
    })
    for (const [width, height] of [
      [480, 240],
      [960, 480],
      [1440, 720],
    ]) {
      const bytes = await bytesOf(`/uploads/${picture.id}-${width}x${height}.webp`)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
    }
  })

  test('never makes one larger, nor higher than the format can hold', async () => {
    const { id: as } = await anAuthor()
    expect(await uploaded(as, await aPicture({ width: 500, height: 5 }).png().toBuffer())).toMatchObject({
      width: 500,
      height: 5,
    })
    expect(await uploaded(as, await aPicture({ width: 20, height: 20_000 }).png().toBuffer())).toMatchObject({
      width: 16,
      height: 16_383,
    })
  })

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'takes %s, whatever its sender calls it',
    async (format) => {
      const bytes = await aPicture().toFormat(format).toBuffer()
      const response = await upload((await anAuthor()).id, bytes, 'image/anything')
      expect(response.status).toBe(200)
      const { url } = (await response.json()) as Upload
      expect((await sharp(await bytesOf(url)).stats()).dominant).toMatchObject({ r: 40, g: 120, b: 56 })
    },
  )

  test('stands it upright and leaves out where and with what it was taken', async () => {
    const photograph = await aPhotograph()
    expect((await sharp(photograph).metadata()).exif).toBeDefined()
    const { url, width, height } = await uploaded((await anAuthor()).id, photograph)
    expect({ width, height }).toEqual({ width: 100, height: 200 })
    const bytes = await bytesOf(url)
    const { exif, xmp, icc, orientation } = await sharp(bytes).metadata()
    expect({ exif, xmp, icc, orientation }).toEqual({})
    expect(bytes.toString('latin1')).not.toMatch(/camera|Somebody|GPS|Exif/)
    const below = await sharp(bytes).extract({ left: 0, top: 150, width: 100, height: 50 }).png().toBuffer()
    expect((await sharp(below).stats()).channels[0]?.mean).toBeGreaterThan(200)
  })

  test('keeps what can be seen through, and what is grey', async () => {
    const { id: as } = await anAuthor()
    const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000080' } })
    const { url } = await uploaded(as, await clear.png().toBuffer())
    expect((await sharp(await bytesOf(url)).metadata()).hasAlpha).toBe(true)
    expect((await upload(as, await aPicture().greyscale().jpeg().toBuffer())).status).toBe(200)
    expect((await upload(as, await aPicture().toColourspace('cmyk').jpeg().toBuffer())).status).toBe(200)
    expect((await upload(as, await aPicture().toColourspace('rgb16').png().toBuffer())).status).toBe(200)
  })

  test('the same bytes are one file, whoever sends them and however many at once', async () => {
    const [ada, bob] = [await anAuthor(), await anAuthor()]
    const bytes = await aPicture().png().toBuffer()
    const all = await Promise.all([ada, bob, ada, bob].map(({ id }) => uploaded(id, bytes)))
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    expect(await uploaded(ada.id, bytes)).toEqual(all[0])
    expect(await count('uploads')).toBe(1)
    expect(await count('upload_owners')).toBe(2)
    expect(keptFiles()).toHaveLength(1)
    expect(await count('upload_files')).toBe(1)
  })

  test('answers 401 without a session, before anything is read', async () => {
    expect((await upload(undefined, await aPicture().png().toBuffer())).status).toBe(401)
  })

  test('answers 429 beyond 200 in a day, and says so', async () => {
    const { id } = await anAuthor()
    for (let taken = 0; taken < 200; taken++) await api().context.limits.take('upload', id)
    const response = await upload(id, await aPicture().png().toBuffer())
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await response.json()).detail).toBe(
      'You have uploaded 200 pictures within a day, and that is the most. Please try again tomorrow.',
    )
  })
})

describe('what is no picture', () => {
  const gif = async () => aPicture().gif().toBuffer()
  const jpeg = async () => aPicture({ width: 800, height: 800 }).jpeg().toBuffer()
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  test.each<[string, number, RegExp, () => Promise<Uint8Array> | Uint8Array | string, string?]>([
    ['an SVG', 400, /SVG/, () => svg],
    ['an SVG that calls itself a PNG', 400, /SVG/, () => svg, 'image/png'],
    ['HEIC', 400, /HEIC/, () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['an SVG of one tag', 400, /SVG/, () => '<svg/>'],
    ['a text', 400, /no picture/, () => 'hello'],
    ['a page', 400, /no picture/, () => '<!doctype html><script>alert(1)</script>'],
    ['a PDF', 400, /no picture/, () => '%PDF-1.7'],
    ['a TIFF', 400, /no picture/, () => aPicture().tiff().toBuffer()],
    ['nothing', 400, /no picture/, () => Buffer.alloc(0)],
    ['the beginning of a JPEG', 400, /damaged/, () => Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    ['a JPEG cut off', 400, /damaged/, async () => (await jpeg()).subarray(0, 1_500)],
    ['a GIF of a beginning alone', 400, /damaged/, () => 'GIF89a<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['a pixel bomb', 413, /50 megapixels; this one has 3600/, () => aPixelBomb(60_000, 60_000)],
    ['one with next to nothing inside', 400, /damaged/, () => aPixelBomb(5_000, 5_000)],
    ['one of more than 15 MB', 413, /15 MB/, () => Buffer.alloc(15 * 1024 * 1024 + 1)],
    ['one that is said to be JSON', 400, /content-type/, async () => jpeg(), 'application/json'],
  ])('%s is refused', async (...[, status, sentence, make, type]) => {
    const response = await upload((await anAuthor()).id, await make(), type)
    const problem = await response.json()
    expect(problem.detail).toMatch(sentence)
    expect(response.status).toBe(status)
    expect(await count('uploads')).toBe(0)
    expect(keptFiles()).toEqual([])
  })

  test('a script inside a GIF is gone', async () => {
    const script = '<script>alert(1)</script>'
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), Buffer.from(script), Buffer.from([0])])
    const bytes = await gif()
    const first = bytes.indexOf(0x21)
    const hostile = Buffer.concat([
      bytes.subarray(0, first),
      comment,
      bytes.subarray(first),
      Buffer.from(`*/=1;${script}`),
    ])
    expect(hostile.includes(script)).toBe(true)
    const response = await upload((await anAuthor()).id, hostile, 'image/gif')
    const { url } = (await response.json()) as Upload
    expect((await bytesOf(url)).includes('script')).toBe(false)
  })

  test('50 MB are refused by their length at once, and in the middle where nobody said it', async () => {
    const { id: as } = await anAuthor()
    let given = 0
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          given += 1024 * 1024
          if (given > 50 * 1024 * 1024) controller.close()
          else controller.enqueue(new Uint8Array(1024 * 1024))
        },
      })
    const authorization = `Bearer ${await openSession(api().context, as)}`
    const sending = (headers: Record<string, string>) => {
      const init = { method: 'POST', body: endless(), duplex: 'half', headers: { authorization, ...headers } }
      return api().app.request('/uploads', {
        ...init,
        headers: { ...init.headers, 'content-type': 'image/png' },
      } as RequestInit)
    }
    expect((await sending({ 'content-length': String(50 * 1024 * 1024) })).status).toBe(413)
    expect(given).toBeLessThan(3 * 1024 * 1024)
    expect((await sending({})).status).toBe(413)
    expect(given).toBeLessThan(45 * 1024 * 1024)
  })

  test('thirty of 14 MB at once are not held in memory', async () => {
    const token = await openSession(api().context, (await anAuthor()).id)
    const chunk = new Uint8Array(64 * 1024).fill(0xff)
    chunk.set([0xff, 0xd8, 0xff])
    const send = async () => {
      let left = 14 * 16
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
      })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
      return api().app.request('/uploads', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
    }
    const { rss: before } = process.memoryUsage()
    let most = 0
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 10)
    const answers = await Promise.all(Array.from({ length: 30 }, send))
    clearInterval(watching)
    expect(answers.every(({ status }) => status === 400 || status === 503)).toBe(true)
    expect(most - before).toBeLessThan(150 * 1024 * 1024)
  })

  test('one that breaks off is no fault of ours', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('aborted')),
    })
    const token = await openSession(api().context, (await anAuthor()).id)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
    const response = await api().app.request('/uploads', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(400)
    expect((await response.json()).detail).toMatch(/did not arrive whole/)
  })
})

describe('where the files cannot be kept', () => {
  test('it is a 503, nothing is half kept, and it works again by itself', async () => {
    const { id: as } = await anAuthor()
    const bytes = await aPicture({ width: 1_000, height: 10 }).png().toBuffer()
    const { context } = api()
    const { storage } = context.files
    let puts = 0
    const full: typeof storage.put = async (...file) => {
      if (++puts > 1) throw new StorageAway(new Error('ENOSPC'))
      return storage.put(...file)
    }
    context.files.storage = { ...storage, put: full }
    try {
      const response = await upload(as, bytes)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('10')
      expect((await response.json()).detail).toMatch(/cannot reach its pictures/)
      expect([await count('uploads'), await count('upload_files'), keptFiles()]).toEqual([0, 0, []])
    } finally {
      context.files.storage = storage
    }
    expect((await upload(as, bytes)).status).toBe(200)
  })

  test('also where nothing can arrive', async () => {
    const { context } = api()
    const { incoming } = context.files
    const blocked = path.join(path.dirname(incoming), 'a-file')
    mkdirSync(path.dirname(blocked), { recursive: true })
    writeFileSync(blocked, '')
    context.files.incoming = path.join(blocked, 'incoming')
    try {
      expect((await upload((await anAuthor()).id, await aPicture().png().toBuffer())).status).toBe(503)
    } finally {
      context.files.incoming = incoming
    }
  })
})

describe('GET /uploads/:file', () => {
  test('gives the file for a year, and nothing to who has it', async () => {
    const { id } = await anAuthor()
    const { url, bytes, id: name } = await uploaded(id, await aPicture().png().toBuffer())
    const response = await get(url)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: `"${name}-64"`,
    })
    expect((await response.arrayBuffer()).byteLength).toBe(bytes)
    const again = await get(url, { headers: { 'if-none-match': `W/"x", "${name}-64"` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await get(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(bytes), ''])
  })

  test('answers 404 to every other name', async () => {
    const { url, id } = await uploaded((await anAuthor()).id, await aPicture().png().toBuffer())
    const names = [
      ...[url.replace('64x48', '48x36'), url.replace('64x48', '64x49'), `/uploads/${'0'.repeat(32)}-64x48.webp`],
      ...[`/uploads/${id}`, `/uploads/${id}.webp`, `/uploads/${id.slice(0, 2)}%2f${id}-64x48.webp`],
      ...['/uploads/..%2f..%2fetc%2fpasswd', '/uploads/%2e%2e', `${url}%00`, url.toUpperCase()],
    ]
    for (const name of names) expect([400, 404]).toContain((await get(name)).status)
  })
})
