import sharp, { type OverlayOptions } from 'sharp'
import { drawText, isRightToLeft } from './draw-text.ts'
import { shareImageSize } from './site.ts'

const colours = { paper: '#FBFAF6', ink: '#1D1B16', soft: '#57534A', green: '#1B6B45' }
const margin = 72
const barHeight = 20
const inner = shareImageSize.width - 2 * margin
const kickerStyle = { sizes: [32], colour: colours.green, width: inner, height: 60 }
const titleStyle = { sizes: [84, 68, 56, 46], colour: colours.ink, width: inner, height: 300 }
const footStyle = { sizes: [32], colour: colours.soft, width: 640, height: 60 }
const footBottom = shareImageSize.height - barHeight - margin

/** The picture's words: one above, the title, and a line with two ends below. */
export type ShareWords = { kicker: string; title: string; left: string; right: string }

/**
 * The picture that other sites show for a page: its title on paper, 1200 × 630, PNG. Words in a script that none of our
 * fonts has are left out.
 */
export async function shareImage({ kicker, title, left, right }: ShareWords): Promise<Response> {
  const [above, middle, leftEnd, rightEnd] = await Promise.all([
    drawText(kicker, kickerStyle),
    drawText(title, titleStyle),
    drawText(left, footStyle),
    drawText(right, { ...footStyle, width: inner - footStyle.width - margin / 2 }),
  ])
  const layers: OverlayOptions[] = []
  if (above) layers.push({ input: above.png, left: margin, top: margin })
  if (middle) {
    const start = isRightToLeft(title) ? shareImageSize.width - margin - middle.width : margin
    layers.push({
      input: middle.png,
      left: start,
      top: Math.round((shareImageSize.height - barHeight - middle.height) / 2),
    })
  }
  if (leftEnd) layers.push({ input: leftEnd.png, left: margin, top: footBottom - leftEnd.height })
  if (rightEnd) {
    layers.push({
      input: rightEnd.png,
      left: shareImageSize.width - margin - rightEnd.width,
      top: footBottom - rightEnd.height,
    })
  }
  const paper = { ...shareImageSize, channels: 3 as const, background: colours.paper }
  const bar = await sharp({ create: { ...paper, height: barHeight, background: colours.green } })
    .png()
    .toBuffer()
  layers.push({ input: bar, left: 0, top: shareImageSize.height - barHeight })
  const png = await sharp({ create: paper }).composite(layers).png({ palette: true }).toBuffer()
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } })
}
