import { uploadHeightMost, uploadLimits, uploadVariants, uploadWidths } from '#contract/uploaded-pictures.ts'
import { createConcurrencyLimit } from '#platform/limits/fair-queue.ts'
import { Problem } from '#platform/problem.ts'

type Sharp = typeof import('sharp').default

export type EncodedFile = { width: number; height: number; bytes: Buffer }

const secondsMost = 30
const quality = 80

const refusals: Partial<Record<PictureKind, string>> = {
  svg: 'SVG files can’t be uploaded. Please choose a JPEG, PNG, WebP, AVIF or GIF picture.',
  heic: 'HEIC pictures can’t be uploaded. Please save it as a JPEG and upload that.',
  unknown: 'We can’t read this file as a picture. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
}

/**
 * Encodes a picture as WebP in each stored width, the smallest first: upright, in sRGB and without metadata (place,
 * camera, comments, scripts); only the first frame of an animation. Two run in parallel, the rest wait in a queue that
 * is fair to users.
 * @param head the first `headBytes` of the file.
 * @throws Problem `bad_request` for other or damaged files, `too_large` for too many pixels, `unavailable` if the queue
 * is full.
 */
export function encodePicture(userId: string, file: string, head: Buffer): Promise<EncodedFile[]> {
  return withinLimit({ client: userId, isKnown: true }, () => encode(file, head))
}

async function encode(file: string, head: Buffer): Promise<EncodedFile[]> {
  const refusal = refusals[pictureKindOf(head)]
  if (refusal) throw new Problem('bad_request', { detail: refusal })
  const sharp = await loadSharp()
  const largest = withinLimits(await readSize(sharp, file))
  const pixels = await orDamaged(
    sharp(file, { limitInputPixels: uploadLimits.pixels, failOn: 'error' })
      .timeout({ seconds: secondsMost })
      .autoOrient()
      .resize({ ...largest, fit: 'fill' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height, channels } = pixels.info
  const files: EncodedFile[] = []
  for (const variant of uploadVariants({ id: '', width, height })) {
    const bytes = await sharp(pixels.data, { raw: { width, height, channels } })
      .resize({ width: variant.width, height: variant.height, fit: 'fill' })
      .webp({ quality })
      .toBuffer()
    files.push({ width: variant.width, height: variant.height, bytes })
  }
  return files
}

/** Reads the size of the upright picture from the header alone, without decoding. */
async function readSize(sharp: Sharp, file: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await orDamaged(sharp(file, { limitInputPixels: false }).metadata())
  const megapixels = (autoOrient.width * autoOrient.height) / 1_000_000
  const most = uploadLimits.pixels / 1_000_000
  if (megapixels <= most) return autoOrient
  const detail = `Pictures can have up to ${most} megapixels; this one has ${Math.ceil(megapixels)}. Please make it smaller.`
  throw new Problem('too_large', { detail })
}

/** The largest stored size; never larger than the picture. */
function withinLimits({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, uploadWidths[2] / width, uploadHeightMost / height)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}

async function orDamaged<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    const detail = 'This picture is damaged and can’t be read. Please save it again and upload that.'
    throw new Problem('bad_request', { detail, cause })
  }
}

const readers = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif']
let loaded: Promise<Sharp> | undefined

/** Loads sharp with the first picture: it is slow to load, and many processes never need it. */
export function loadSharp(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Each picture is encoded once, so a cache only costs memory.
    sharp.cache(false)
    sharp.concurrency(1)
    // Blocks all other decoders (SVG, PDF, TIFF), whatever a file begins with.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: readers.map((reader) => `VipsForeignLoad${reader}`) })
    return sharp
  })
  return loaded
}

// One for the process, because it limits processor time and memory.
const withinLimit = createConcurrencyLimit({ atOnce: 2, waitingMost: 20, waitingMostEach: 10, tooBusy })

function tooBusy(): Problem {
  const detail = 'Too many pictures are being uploaded right now. Please try again in a few seconds.'
  return new Problem('unavailable', { detail, retryAfterSeconds: 5 })
}

/** How many bytes of a file are needed to detect its type. */
export const headBytes = 1_024

/** Detected from the file's first bytes; the declared content type is ignored. */
type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'heic' | 'svg' | 'unknown'

function pictureKindOf(head: Buffer): PictureKind {
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  if (text.slice(4, 8) === 'ftyp') return kindOfBrands(head)
  return /<svg[\s/>]/i.test(text) ? 'svg' : 'unknown'
}

/**
 * ISO/IEC 14496-12: after the size and `ftyp` come the brand, its version and the brands that it is compatible with.
 */
function kindOfBrands(head: Buffer): PictureKind {
  const brands = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), head.length)).match(/.{4}/gs) ?? []
  if (brands.some((brand) => ['avif', 'avis'].includes(brand))) return 'avif'
  return brands.some((brand) => /^(hei|hev|mif1|msf1)/.test(brand)) ? 'heic' : 'unknown'
}
