import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { type Site, usualSettings } from '#contract/site.ts'
import { tags } from '#contract/tags.ts'
import { apiLog } from '#lib/api/read-answer.ts'
import { type RenderContext, runWithRenderContext } from '#lib/renderer/render-context.ts'
import { siteFavicon, siteIcon } from './draw-site-icon.ts'
import { webSiteLd } from './json-ld.ts'
import { podcastCover } from './podcast-cover.ts'
import { shareImage } from './share-image.ts'
import { iconLinks, iconPath } from './site-icon.ts'

const id = 'ab'.repeat(16)
const icon = `/uploads/${id}-1000x600.webp`
const asked: string[] = []
let answer: (response: ServerResponse) => void
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  answer(response)
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env.PRODUCT_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  jest.spyOn(apiLog(), 'warn').mockImplementation(() => undefined)
})
beforeEach(() => {
  asked.length = 0
})
afterAll(() => {
  jest.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

/** A red picture that half can be seen through. */
function aWebp(width: number, height: number): Promise<Buffer> {
  const ground = { width, height, channels: 4 as const, background: { r: 255, g: 0, b: 0, alpha: 0.5 } }
  return sharp({ create: ground }).webp().toBuffer()
}
const send = (body: Buffer | string, type = 'image/webp') => {
  answer = (response) => response.writeHead(200, { 'content-type': type }).end(body)
}
const context = (look: Partial<Site>): RenderContext => ({
  requestId: 'r',
  clientAddress: '',
  site: { ...usualSettings, categories: [], ...look },
  tags: new Set(),
})
const withLook = <T>(look: Partial<Site>, make: () => T) => runWithRenderContext(context(look), make)
const bytesOf = async (made: Response | undefined) => Buffer.from((await made?.arrayBuffer()) ?? new ArrayBuffer(0))
const corner = async (png: Buffer) => [...(await sharp(png).ensureAlpha().raw().toBuffer()).subarray(0, 4)]

describe('an icon that administrators have chosen', () => {
  test.each([
    ['32.png', 32, '480x288'],
    ['180.png', 180, '480x288'],
    ['192.png', 192, '480x288'],
    ['512.png', 512, '960x576'],
    ['maskable-192.png', 192, '480x288'],
    ['maskable-512.png', 512, '960x576'],
  ])('is %s: a square PNG, from the smallest version that is large enough', async (file, size, from) => {
    const [width = 0, height = 0] = from.split('x').map(Number)
    send(await aWebp(width, height))
    const made = await withLook({ icon }, () => siteIcon(id, file))
    expect([made.headers.get('content-type'), made.headers.get('cache-control')]).toEqual([
      'image/png',
      'public, max-age=31536000, immutable',
    ])
    expect(asked).toEqual([`/uploads/${id}-${from}.webp`])
    const png = await bytesOf(made)
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size })
    // Tabs have a ground of their own; phones get paper, around it or behind it.
    const paper = [0xfb, 0xfa, 0xf6, 255]
    const [red = 0, green = 0, , alpha = 0] = await corner(png)
    if (file.startsWith('maskable')) expect(await corner(png)).toEqual(paper)
    else if (file === '180.png') expect([red > 240, green > 100 && green < 150, alpha]).toEqual([true, true, 255])
    else expect([red > 240, green < 20, alpha > 100 && alpha < 150]).toEqual([true, true, true])
  })

  test('is kept until the settings change', async () => {
    send(await aWebp(480, 288))
    const made = context({ icon })
    await runWithRenderContext(made, () => siteIcon(id, '32.png'))
    expect([...made.tags]).toEqual([tags.site])
  })

  test('has no other file, and neither has an earlier icon', async () => {
    for (const [of, file] of [
      ['cd'.repeat(16), '32.png'],
      [id, '33.png'],
      [id, 'toString'],
    ] as const) {
      await expect(withLook({ icon }, () => siteIcon(of, file))).rejects.toMatchObject({ status: 404 })
    }
    await expect(withLook({}, () => siteIcon(id, '32.png'))).rejects.toMatchObject({ status: 404 })
    expect(asked).toEqual([])
  })

  test('is also the answer to /favicon.ico', async () => {
    send(await aWebp(480, 288))
    const made = await bytesOf(await withLook({ icon }, siteFavicon))
    expect(await sharp(made).metadata()).toMatchObject({ format: 'png', width: 32 })
    expect(await withLook({}, siteFavicon)).toBeUndefined()
  })

  test('is named by pages, the manifest and search engines', () => {
    withLook({ icon }, () => {
      const at = (file: string) => `/site-icon/${id}/${file}`
      expect(iconLinks()).toMatchObject({
        icon: [{ url: at('32.png') }, { url: at('192.png') }],
        apple: [{ url: at('180.png') }],
      })
      expect(iconPath('maskable-192.png')).toBe(at('maskable-192.png'))
      expect(JSON.stringify(webSiteLd().publisher)).toContain(at('512.png'))
    })
  })

  const hostile: [string, (response: ServerResponse) => void][] = [
    ['no picture', (response) => response.writeHead(200).end('<html>')],
    [
      'a drawing',
      (response) => response.writeHead(200).end('<svg xmlns="http://www.w3.org/2000/svg" width="480" height="288"/>'),
    ],
    ['a broken picture', async (response) => response.writeHead(200).end((await aWebp(480, 288)).subarray(0, 60))],
    ['another size', async (response) => response.writeHead(200).end(await aWebp(3_000, 2_000))],
    [
      'an end too early',
      (response) => response.writeHead(200, { 'content-length': 1_000 }).write('RIFF', () => response.destroy()),
    ],
    ['a failure', (response) => response.writeHead(500).end('oops')],
    ['nothing', (response) => response.destroy()],
  ]
  test.each(hostile)('is a failure if the product API answers with %s', async (_, hostileAnswer) => {
    answer = hostileAnswer
    const failed = await withLook({ icon }, () => siteIcon(id, '32.png')).catch((fault: unknown) => fault)
    expect((failed as { status?: number }).status).toBeGreaterThanOrEqual(500)
  })

  test('is given up once it is too large', async () => {
    let sent = 0
    answer = (response) => {
      const part = Buffer.alloc(1024 * 1024)
      const more = () => {
        sent++
        if (sent < 200 && !response.destroyed) response.write(part, more)
      }
      response.on('error', () => undefined)
      response.writeHead(200, { 'content-type': 'image/webp' })
      more()
    }
    await expect(withLook({ icon }, () => siteIcon(id, '32.png'))).rejects.toMatchObject({ status: 503 })
    expect(sent).toBeLessThan(60)
  })
})

test('without an icon pages name the usual files', () => {
  withLook({}, () => {
    expect(iconLinks()).toMatchObject({
      icon: [{ url: '/favicon.ico' }, { url: '/icon.svg' }],
      apple: [{ url: '/apple-icon.png' }],
    })
    expect([iconPath('192.png'), iconPath('maskable-512.png')]).toEqual([
      '/icons/icon-192.png',
      '/icons/maskable-512.png',
    ])
  })
})

test('search engines learn the logo, with its size', () => {
  const logo = `/uploads/${id}-1200x300.webp`
  const named = withLook({ logo, icon }, () => webSiteLd().publisher)
  expect(named).toMatchObject({ logo: { url: `http://localhost:3000${logo}`, width: '1200', height: '300' } })
})

test('the pictures that other sites show have the accent', async () => {
  const words = { tagLine: '', title: '', left: '', right: '' }
  const bottom = async (accent: string | null) => {
    const png = await bytesOf(await withLook({ accent }, () => shareImage(words)))
    return [...(await sharp(png).removeAlpha().raw().toBuffer()).subarray(-3)]
  }
  expect([await bottom(null), await bottom('#8a1b5e')]).toEqual([
    [0x1b, 0x6b, 0x45],
    [0x8a, 0x1b, 0x5e],
  ])
  const cover = await bytesOf(await withLook({ accent: '#8a1b5e' }, podcastCover))
  const [red = 0, green = 0] = await corner(cover)
  expect([Math.abs(red - 0x8a) < 4, Math.abs(green - 0x1b) < 4]).toEqual([true, true])
})
