import type { Upload } from '#contract/uploads.ts'
import { api, openSession, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'
import { aPicture, aPixelBomb } from '#testing/pictures.ts'
import { arrived, bytesOf, count, keptFiles, removeKeptFiles, upload } from '#testing/uploads.ts'

withApi()

afterEach(() => {
  expect(arrived()).toEqual([])
  removeKeptFiles()
})

describe('POST /uploads with a bad file', () => {
  const gif = async () => aPicture().gif().toBuffer()
  const jpeg = async () => aPicture({ width: 800, height: 800 }).jpeg().toBuffer()
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  test.each<[string, number, RegExp, () => Promise<Uint8Array> | Uint8Array | string, string?]>([
    ['an SVG', 400, /SVG/, () => svg],
    ['an SVG that calls itself a PNG', 400, /SVG/, () => svg, 'image/png'],
    ['HEIC', 400, /HEIC/, () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['an SVG of one tag', 400, /SVG/, () => '<svg/>'],
    ['a text', 400, /as a picture/, () => 'hello'],
    ['a page', 400, /as a picture/, () => '<!doctype html><script>alert(1)</script>'],
    ['a PDF', 400, /as a picture/, () => '%PDF-1.7'],
    ['a TIFF', 400, /as a picture/, () => aPicture().tiff().toBuffer()],
    ['nothing', 400, /as a picture/, () => Buffer.alloc(0)],
    ['the beginning of a JPEG', 400, /damaged/, () => Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    ['a JPEG cut off', 400, /damaged/, async () => (await jpeg()).subarray(0, 1_500)],
    ['only the signature of a GIF', 400, /damaged/, () => 'GIF89a<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['a pixel bomb', 413, /50 megapixels; this one has 3600/, () => aPixelBomb(60_000, 60_000)],
    ['a picture with almost no data', 400, /damaged/, () => aPixelBomb(5_000, 5_000)],
    ['a file of more than 15 MB', 413, /15 MB/, () => Buffer.alloc(15 * 1024 * 1024 + 1)],
    ['a picture declared as JSON', 400, /content-type/, async () => jpeg(), 'application/json'],
  ])('refuses %s', async (...[, status, sentence, make, type]) => {
    const response = await upload((await anAuthor()).id, await make(), type)
    const problem = await response.json()
    expect(problem.detail).toMatch(sentence)
    expect(response.status).toBe(status)
    expect(await count('uploads')).toBe(0)
    expect(keptFiles()).toEqual([])
  })

  test('removes a script inside a GIF', async () => {
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

  test('refuses 50 MB at once by the declared length, or midway without one', async () => {
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

  test('does not hold thirty parallel uploads of 14 MB in memory', async () => {
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

  test('answers 400 to an interrupted upload', async () => {
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
    expect((await response.json()).detail).toMatch(/didn’t arrive complete/)
  })
})
