import sharp, { type OverlayOptions } from 'sharp'
import { accentPalette } from '#contract/accent.ts'
import { categoryName } from '#contract/categories.ts'
import { tags } from '#contract/tags.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { getStory } from '#lib/api/stories.ts'
import { drawCover } from '#lib/draw-cover.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { site } from '#lib/site.ts'
import { type DrawnText, drawText, isRightToLeft } from './draw-text.ts'
import { listHead, listNamed, titleBesideSite } from './list-head.ts'
import { shareImageSize } from './site.ts'

const tagLines = { category: 'Stories', publication: 'Publication', author: 'Profile' } as const

/**
 * The words for the picture of this name: `~site`, a list's kind and name such as `~category.fiction`, or a story's slug.
 * @throws ApiFailure with status 404 if there is no such thing.
 */
export async function describeShareImage(name: string): Promise<ShareWords> {
  const { name: right, categories } = site()
  if (!name.startsWith('~')) {
    const story = await getStory(name)
    const tagLine = categoryName(story.category, categories)
    const words = { tagLine, title: story.title, left: story.author_name || story.author, right }
    return story.story_image ? words : { ...words, coverOf: story.slug }
  }
  // So that it is kept, though no write changes it.
  noteTags([tags.site])
  const [, kind = '', of = ''] = name.match(/^~(category|publication|author)\.(.+)$/s) ?? []
  const list = listNamed(name === '~site' ? 'all' : kind, of)
  if (!list) throw new ApiFailure(404, 'not_found', 'There is no such picture')
  if (list.kind === 'all') return { tagLine: right, title: site().tagline, left: '', right: '' }
  const { heading, by } = await listHead(list)
  return { tagLine: tagLines[list.kind], title: titleBesideSite(heading), left: by ? `by ${by}` : '', right }
}

const colours = { paper: '#FBFAF6', ink: '#1D1B16', soft: '#57534A' }
const margin = 72
const barHeight = 20
const coverWidth = 400
const tagLineStyle = { sizes: [32], height: 60 }
const titleStyle = { sizes: [84, 68, 56, 46], colour: colours.ink, height: 300 }
const footStyle = { sizes: [32], colour: colours.soft, height: 60 }
/** How much of the last line its left end may take. */
const leftShare = 0.6
const footBottom = shareImageSize.height - barHeight - margin

/** The picture's words: one above, the title, and a line with two ends below. */
type ShareWords = {
  tagLine: string
  title: string
  left: string
  right: string
  /** The slug of a story without a picture: its drawn cover stands beside the words. */
  coverOf?: string
}

/** A page's title on paper, 1200 × 630, PNG. Words in a script that none of our fonts has are left out. */
export async function shareImage({ tagLine, title, left, right, coverOf }: ShareWords): Promise<Response> {
  const paperWidth = shareImageSize.width - (coverOf ? coverWidth : 0)
  const width = paperWidth - 2 * margin
  const colour = accentPalette(site().accent).light.accent
  const [above, middle, leftEnd, rightEnd] = await Promise.all([
    drawText(tagLine, { ...tagLineStyle, colour, width }),
    drawText(title, { ...titleStyle, width }),
    drawText(left, { ...footStyle, width: Math.round(width * leftShare) }),
    drawText(right, { ...footStyle, width: Math.round(width * (1 - leftShare)) - margin / 2 }),
  ])
  const atEnd = (drawn: DrawnText) => paperWidth - margin - drawn.width
  const layers: OverlayOptions[] = []
  if (above) layers.push({ input: above.png, left: margin, top: margin })
  if (middle) {
    const left = isRightToLeft(title) ? atEnd(middle) : margin
    const top = Math.round((shareImageSize.height - barHeight - middle.height) / 2)
    layers.push({ input: middle.png, left, top })
  }
  if (leftEnd) layers.push({ input: leftEnd.png, left: margin, top: footBottom - leftEnd.height })
  if (rightEnd) layers.push({ input: rightEnd.png, left: atEnd(rightEnd), top: footBottom - rightEnd.height })
  const paper = { ...shareImageSize, channels: 3 as const, background: colours.paper }
  const bar = await sharp({ create: { ...paper, height: barHeight, background: colour } })
    .png()
    .toBuffer()
  layers.push({ input: bar, left: 0, top: shareImageSize.height - barHeight })
  if (coverOf) layers.push({ input: await coverPanel(coverOf), left: paperWidth, top: 0 })
  const png = await sharp({ create: paper }).composite(layers).png({ palette: true }).toBuffer()
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } })
}

/** The middle of a drawn cover, as high as the picture. */
function coverPanel(slug: string): Promise<Buffer> {
  const size = { width: coverWidth, height: shareImageSize.height }
  return sharp(Buffer.from(drawCover(slug, 'day')))
    .resize({ ...size, fit: 'cover' })
    .png()
    .toBuffer()
}
