import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Upload } from '#contract/uploads.ts'
import { api, get, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'
import { aPhotograph, aPicture } from '#testing/pictures.ts'
import { arrived, bytesOf, count, keptFiles, removeKeptFiles, upload } from '#testing/uploads.ts'
import { StorageUnavailable } from './storage.ts'

withApi()

const uploaded = async (as: string, bytes: Uint8Array) => (await (await upload(as, bytes)).json()) as Upload

afterEach(() => {
  expect(arrived()).toEqual([])
  removeKeptFiles()
})

describe('POST /uploads', () => {
  test('stores a picture as WebP in three widths', async () => {
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

  test('never enlarges a picture, and respects the format’s greatest height', async () => {
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
    'accepts %s with any declared image type',
    async (format) => {
      const bytes = await aPicture().toFormat(format).toBuffer()
      const response = await upload((await anAuthor()).id, bytes, 'image/anything')
      expect(response.status).toBe(200)
      const { url } = (await response.json()) as Upload
      expect((await sharp(await bytesOf(url)).stats()).dominant).toMatchObject({ r: 40, g: 120, b: 56 })
    },
  )

  test('turns it upright, and removes place and camera', async () => {
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

  test('keeps transparency, and accepts other colour spaces', async () => {
    const { id: as } = await anAuthor()
    const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000080' } })
    const { url } = await uploaded(as, await clear.png().toBuffer())
    expect((await sharp(await bytesOf(url)).metadata()).hasAlpha).toBe(true)
    expect((await upload(as, await aPicture().greyscale().jpeg().toBuffer())).status).toBe(200)
    expect((await upload(as, await aPicture().toColourspace('cmyk').jpeg().toBuffer())).status).toBe(200)
    expect((await upload(as, await aPicture().toColourspace('rgb16').png().toBuffer())).status).toBe(200)
  })

  test('stores the same bytes once, also from several people in parallel', async () => {
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

  test('answers 401 without a session, and receives nothing', async () => {
    expect((await upload(undefined, await aPicture().png().toBuffer())).status).toBe(401)
  })

  test('answers 429 with a sentence beyond 200 in a day', async () => {
    const { id } = await anAuthor()
    for (let taken = 0; taken < 200; taken++) await api().context.limits.take('upload', id)
    const response = await upload(id, await aPicture().png().toBuffer())
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await response.json()).detail).toBe('You can send at most 200 pictures a day. Please try again tomorrow.')
  })
})

describe('the JPEG of a picture, for emails', () => {
  const jpegOf = (url: string) => url.replace('.webp', '.jpg')

  test('is made when it is first asked for, in each of its widths, and stored', async () => {
    const { url } = await uploaded(
      (await anAuthor()).id,
      await aPicture({ width: 1_000, height: 500 }).png().toBuffer(),
    )
    for (const [address, width] of [
      [url, 1_000],
      [url.replace('1000x500', '960x480'), 960],
    ] as const) {
      const response = await get(jpegOf(address))
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height: width / 2 })
      expect((await sharp(bytes).stats()).dominant).toMatchObject({ r: 40, g: 120, b: 56 })
      expect((await get(jpegOf(address))).headers.get('etag')).toBe(response.headers.get('etag'))
    }
    expect(keptFiles().filter((name) => name.endsWith('.jpg'))).toHaveLength(2)
    expect((await get(jpegOf(url.replace('1000x500', '961x480')))).status).toBe(404)
    expect((await get('/uploads/x.jpg')).status).toBe(404)
  })

  test('is made once, however many ask at the same time, and is white where the picture is clear', async () => {
    const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000000' } })
    const { url } = await uploaded((await anAuthor()).id, await clear.png().toBuffer())
    const { storage } = api().context.files
    const put = jest.spyOn(storage, 'put')
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(jpegOf(url))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(put).toHaveBeenCalledTimes(1)
    put.mockRestore()
    expect((await sharp(await bytesOf(jpegOf(url))).stats()).dominant).toMatchObject({ r: 248, g: 248, b: 248 })
  })

  test('of a picture whose file is gone is a 404', async () => {
    const { url } = await uploaded((await anAuthor()).id, await aPicture().png().toBuffer())
    removeKeptFiles()
    expect((await get(jpegOf(url))).status).toBe(404)
  })
})

describe('when the storage fails', () => {
  test('answers 503, stores nothing in part, and recovers by itself', async () => {
    const { id: as } = await anAuthor()
    const bytes = await aPicture({ width: 1_000, height: 10 }).png().toBuffer()
    const { context } = api()
    const { storage } = context.files
    let puts = 0
    const full: typeof storage.put = async (...file) => {
      if (++puts > 1) throw new StorageUnavailable(new Error('ENOSPC'))
      return storage.put(...file)
    }
    context.files.storage = { ...storage, put: full }
    try {
      const response = await upload(as, bytes)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('10')
      expect((await response.json()).detail).toMatch(/can’t reach our files/)
      expect([await count('uploads'), await count('upload_files'), keptFiles()]).toEqual([0, 0, []])
    } finally {
      context.files.storage = storage
    }
    expect((await upload(as, bytes)).status).toBe(200)
  })

  test('answers 503 if the folder for incoming files can’t be used', async () => {
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
  test('answers the file, cacheable for a year, and 304 to a client that has it', async () => {
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

  test('answers 400 or 404 to every other name', async () => {
    const { url, id } = await uploaded((await anAuthor()).id, await aPicture().png().toBuffer())
    const names = [
      ...[url.replace('64x48', '48x36'), url.replace('64x48', '64x49'), `/uploads/${'0'.repeat(32)}-64x48.webp`],
      ...[`/uploads/${id}`, `/uploads/${id}.webp`, `/uploads/${id.slice(0, 2)}%2f${id}-64x48.webp`],
      ...['/uploads/..%2f..%2fetc%2fpasswd', '/uploads/%2e%2e', `${url}%00`, url.toUpperCase()],
    ]
    for (const name of names) expect([400, 404]).toContain((await get(name)).status)
  })
})
