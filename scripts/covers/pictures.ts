import sharp from 'sharp'
import { canvas, type Drawing, type Theme } from './drawing.ts'
import { drawings } from './drawings.ts'
import { flecks } from './grain.ts'
import { portraits } from './portraits.ts'

type Picture = { name: string; bytes: Buffer }

/** The width with the plain name is the one in a story's `story_image`; the smaller ones are beside it. */
const widths = [
  { width: canvas.width, suffix: '' },
  { width: 960, suffix: '-960' },
  { width: 480, suffix: '-480' },
]
const portraitWidth = 192

/** Every file of `public/covers`. */
export async function* pictures(): AsyncGenerator<Picture> {
  for (const [slug, drawing] of Object.entries(drawings)) {
    for (const theme of ['light', 'dark'] as const) {
      const sheet = await printed(drawing, theme)
      for (const { width, suffix } of widths) {
        yield { name: `${slug}${theme === 'dark' ? '-dark' : ''}${suffix}.webp`, bytes: await encoded(sheet, width) }
      }
    }
  }
  for (const [key, draw] of Object.entries(portraits)) {
    yield { name: `author-${key}.webp`, bytes: await encoded(svg(640, 640, draw()), portraitWidth) }
  }
}

/** A drawing in its full width. The smaller widths are made from it, so that every one shows the same. */
function printed(drawing: Drawing, theme: Theme): Promise<Buffer> {
  return sharp(svg(canvas.width, canvas.height, drawing.draw(theme) + flecks(theme)))
    .png()
    .toBuffer()
}

function svg(width: number, height: number, shapes: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`)
}

/** Flat colours with sharp edges: colour is kept at full resolution along them. */
function encoded(sheet: Buffer, width: number): Promise<Buffer> {
  return sharp(sheet).resize(width).webp({ quality: 82, effort: 6, smartSubsample: true }).toBuffer()
}
