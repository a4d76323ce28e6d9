import sharp, { type OverlayOptions } from 'sharp'
import { accentPalette } from '#contract/accent.ts'
import { tags } from '#contract/tags.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { site } from '#lib/site.ts'
import { drawText } from './draw-text.ts'

/** Apple Podcasts wants a square of 1400 to 3000 pixels, without anything that can be seen through. */
const coverSize = 1_400
const paper = '#FBFAF6'
/** The wave on the usual green. */
const softGreen = '#CFE4D8'
const margin = 140
const waves = [0.34, 0.62, 0.9, 0.54, 1, 0.7, 0.42, 0.8, 0.3]

/** The picture of the podcasts: the product's name and a wave of sound. JPEG. */
export async function podcastCover(): Promise<Response> {
  // So that it is kept, though no write changes it.
  noteTags([tags.site])
  const { name: siteName, accent } = site()
  const width = coverSize - 2 * margin
  const name = await drawText(siteName, { sizes: [200, 150, 110, 80], colour: paper, width, height: 420 })
  const layers: OverlayOptions[] = [
    {
      input: Buffer.from(waveDrawing(accent === null ? `fill="${softGreen}"` : 'fill="#fff" fill-opacity="0.8"')),
      left: 0,
      top: 0,
    },
  ]
  if (name) layers.push({ input: name.png, left: margin, top: coverSize - margin - name.height })
  const ground = {
    width: coverSize,
    height: coverSize,
    channels: 3 as const,
    background: accentPalette(accent).light.accent,
  }
  const jpeg = await sharp({ create: ground }).composite(layers).jpeg({ quality: 88 }).toBuffer()
  return new Response(new Uint8Array(jpeg), { headers: { 'content-type': 'image/jpeg' } })
}

function waveDrawing(fill: string): string {
  const [middle, step, bar, tallest] = [470, (coverSize - 2 * margin) / waves.length, 72, 560]
  const bars = waves.map((share, index) => {
    const height = Math.round(tallest * share)
    const left = Math.round(margin + index * step + (step - bar) / 2)
    return `<rect x="${left}" y="${middle - height / 2}" width="${bar}" height="${height}" rx="${bar / 2}" ${fill}/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${coverSize}" height="${coverSize}">${bars.join('')}</svg>`
}
