import sharp, { type Sharp } from 'sharp'
import { tags } from '#contract/tags.ts'
import { type UploadAddress, uploadVariants } from '#contract/uploaded-pictures.ts'
import { uploads } from '#contract/uploads.ts'
import { openCall } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { chosenIcon, type IconFile, iconFiles } from './site-icon.ts'

const paper = '#fbfaf6'
/** A launcher crops a maskable icon: the middle four fifths stay (W3C Manifest). */
const maskableScale = 0.8
const mostBytes = 8 * 1024 * 1024
const mostMs = 10_000
const mostSeconds = 10
/** The address has the picture's id, so what is there never changes. */
const forGood = 'public, max-age=31536000, immutable'

/**
 * A file of the site's icon: the uploaded picture, cut to a square. PNG.
 * @throws ApiFailure with status 404 for another picture or file, and 503 if the picture can't be had.
 */
export async function siteIcon(id: string, file: string): Promise<Response> {
  const icon = chosenIcon()
  if (icon?.id !== id || !isIconFile(file)) throw new ApiFailure(404, 'not_found', 'There is no such icon')
  noteTags([tags.site])
  return pngAnswer(await drawIcon(icon, file), forGood)
}

/** The chosen icon for browsers and programs that ask for `/favicon.ico` by themselves; undefined without one. */
export async function siteFavicon(): Promise<Response | undefined> {
  noteTags([tags.site])
  const icon = chosenIcon()
  return icon && pngAnswer(await drawIcon(icon, '32.png'), 'public, max-age=3600')
}

function isIconFile(file: string): file is IconFile {
  return Object.hasOwn(iconFiles, file)
}

function pngAnswer(png: Buffer, caching: string): Response {
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png', 'cache-control': caching } })
}

async function drawIcon(icon: UploadAddress, file: IconFile): Promise<Buffer> {
  const { size, for: use } = iconFiles[file]
  const inner = use === 'launcher' ? Math.round(size * maskableScale) : size
  const square = (await openPicture(icon, inner))
    .resize({ width: inner, height: inner, fit: 'cover' })
    .timeout({ seconds: mostSeconds })
  try {
    if (use === 'tab') return await square.png().toBuffer()
    // Phones fill what can be seen through with black.
    const ground = { width: size, height: size, channels: 3 as const, background: paper }
    const layers = [{ input: await square.png().toBuffer() }]
    return await sharp({ create: ground }).composite(layers).png().toBuffer()
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** The smallest stored version that covers the size. Whatever else comes in its place is refused before it is decoded. */
async function openPicture(icon: UploadAddress, size: number): Promise<Sharp> {
  const variants = uploadVariants(icon)
  const variant = variants.find(({ width, height }) => Math.min(width, height) >= size) ?? {
    ...icon,
    url: variants.at(-1)?.url,
  }
  const bytes = await download(variant.url?.split('/').at(-1) ?? '')
  const picture = sharp(bytes, { limitInputPixels: variant.width * variant.height })
  const {
    format,
    width,
    height,
    pages = 1,
  } = await picture.metadata().catch((cause: unknown) => {
    throw unreadable(cause)
  })
  const isOurs = format === 'webp' && width === variant.width && height === variant.height && pages === 1
  if (!isOurs) throw unreadable(new Error(`The icon is a ${format} of ${width} x ${height}`))
  return picture
}

/** @throws ApiFailure with status 503, also if it is too large. */
async function download(file: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(mostMs)
  const { content } = await openCall(uploads.file, { params: { file } }, { signal })
  const parts: Buffer[] = []
  let length = 0
  try {
    // Leaving the loop destroys the stream.
    for await (const part of content) {
      length += (part as Buffer).length
      if (length > mostBytes) throw new Error(`The icon has more than ${mostBytes} bytes`)
      parts.push(part as Buffer)
    }
  } catch (cause) {
    throw unreadable(cause)
  }
  return Buffer.concat(parts)
}

function unreadable(cause: unknown): ApiFailure {
  return new ApiFailure(503, 'unavailable', 'The icon of the site can’t be read', { cause })
}
