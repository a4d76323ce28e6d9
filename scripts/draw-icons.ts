/**
 * `npm run icons`: draws the icons of the web app manifest, of phones' home screens and of old browsers' tabs from
 * `app/icon.svg`. Every run gives the same bytes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type PngOptions } from 'sharp'

const root = new URL('../', import.meta.url)
const drawing = await readFile(new URL('app/icon.svg', root), 'utf8')
const viewBox = 32
const green = '#1b6b45'
/** A launcher crops a maskable icon, so the drawing stays in the middle four fifths (W3C Manifest). */
const maskableScale = 0.8
const favIconSizes = [16, 32, 48]

await mkdir(new URL('public/icons/', root), { recursive: true })
for (const size of [192, 512]) {
  await writeFile(new URL(`public/icons/icon-${size}.png`, root), await drawn(drawing, size))
  await writeFile(new URL(`public/icons/maskable-${size}.png`, root), await drawn(fullBleed(maskableScale), size))
}
// Phones round the corners themselves.
await writeFile(new URL('app/apple-icon.png', root), await drawn(fullBleed(1), 180))
await writeFile(new URL('public/icons/favicon.ico', root), iconFile(await Promise.all(favIconSizes.map(drawnForIcon))))
console.log(
  `The icons are in ${fileURLToPath(new URL('public/icons/', root))} and ${fileURLToPath(new URL('app/', root))}`,
)

/** The drawing's lines on a green background without margins. */
function fullBleed(scale: number): string {
  const [lines] = drawing.match(/<path [^>]*>/) ?? []
  if (!lines) throw new Error('The drawing has no lines')
  const edge = (viewBox * (1 - scale)) / 2
  const inner = `<g transform="translate(${edge} ${edge}) scale(${scale})">${lines}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${viewBox} ${viewBox}"><rect width="${viewBox}" height="${viewBox}" fill="${green}"/>${inner}</svg>`
}

function drawn(
  svg: string,
  size: number,
  options: PngOptions = { palette: true, compressionLevel: 9 },
): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / viewBox })
    .resize(size, size)
    .png(options)
    .toBuffer()
}

async function drawnForIcon(size: number): Promise<{ size: number; png: Buffer }> {
  // No palette: some readers of icon files support true colour only.
  return { size, png: await drawn(drawing, size, {}) }
}

/** Writes an .ico file: a table of its pictures, then the pictures. */
function iconFile(pictures: { size: number; png: Buffer }[]): Buffer {
  const headBytes = 6
  const entryBytes = 16
  const head = Buffer.alloc(headBytes + entryBytes * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let start = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const at = headBytes + entryBytes * index
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(start, at + 12)
    start += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}
