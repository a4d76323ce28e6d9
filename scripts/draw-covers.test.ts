import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { readFrontMatter } from '#story-html/own-markdown.ts'
import { inTheme } from './draw-covers.ts'

const folder = join(import.meta.dirname, '../public/covers')
const stories = join(import.meta.dirname, '../product-api/seed/stories')
const slugs = readdirSync(stories).map((name) => basename(name, '.md'))
const names = readdirSync(join(import.meta.dirname, 'covers')).map((name) => basename(name, '.svg'))
const { portraits = [], drawn = [] } = Object.groupBy(names, (name) =>
  name.startsWith('author-') ? 'portraits' : 'drawn',
)
const drawings = new Map(
  drawn.map((slug) => [slug, readFileSync(join(import.meta.dirname, 'covers', `${slug}.svg`), 'utf8')] as const),
)
const widths = [
  { width: 1440, suffix: '', kilobytes: 40 },
  { width: 960, suffix: '-960', kilobytes: 25 },
  { width: 480, suffix: '-480', kilobytes: 12 },
]

/** 16 by 9 brightnesses about their mean, in their own contrast: the composition, whatever its colours. */
async function glance(slug: string): Promise<number[]> {
  const small = sharp(join(folder, `${slug}-480.webp`))
    .resize(16, 9, { fit: 'fill' })
    .greyscale()
  const values = [...(await small.raw().toBuffer())]
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = Math.hypot(...values.map((value) => value - mean))
  return values.map((value) => (value - mean) / spread)
}

async function brightness(file: string): Promise<number> {
  const { channels } = await sharp(join(folder, file)).stats()
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length
}

describe('the covers', () => {
  test('every seed story has its own drawing, and every drawing a story', () => {
    expect(drawn.sort()).toEqual(slugs.sort())
    expect(new Set(drawings.values()).size).toBe(slugs.length)
  })

  test('every story’s image has the alternative text of its drawing', () => {
    for (const [slug, svg] of drawings) {
      const [, alt] = /<title>(.*)<\/title>/.exec(svg) ?? []
      const { fields } = readFrontMatter(readFileSync(join(stories, `${slug}.md`), 'utf8'))
      expect({ slug, alt: fields.image_alt }).toEqual({ slug, alt })
    }
  })

  test('each exists in light and dark and in three small widths, and there are no other files', async () => {
    const names = drawn.flatMap((slug) => [slug, `${slug}-dark`])
    const files = names.flatMap((name) => widths.map(({ suffix }) => `${name}${suffix}.webp`))
    const forEmails = drawn.flatMap((slug) => [`${slug}-960.jpg`, `${slug}-480.jpg`])
    const authors = portraits.flatMap((name) => [`${name}.webp`, `${name}.jpg`])
    expect(readdirSync(folder).sort()).toEqual([...files, ...forEmails, ...authors].sort())
    for (const name of forEmails) expect(statSync(join(folder, name)).size).toBeLessThan(50 * 1_024)
    for (const name of names) {
      for (const { width, suffix, kilobytes } of widths) {
        const file = join(folder, `${name}${suffix}.webp`)
        const found = await sharp(file).metadata()
        expect([file, found.width, found.height]).toEqual([file, width, (width * 9) / 16])
        expect([file, statSync(file).size / 1024 <= kilobytes]).toEqual([file, true])
      }
    }
  })

  test('the files are up to date with the drawings', async () => {
    const little = (input: Buffer | string) => sharp(input).resize(48, 27).removeAlpha().raw().toBuffer()
    // Title pages need the reading face, which only `npm run covers` sets up.
    const scenes = [...drawings].filter(([, svg]) => !svg.includes('<text'))
    for (const [slug, svg] of scenes) {
      for (const theme of ['light', 'dark'] as const) {
        const [drawn, kept] = await Promise.all([
          little(Buffer.from(inTheme(svg, theme))),
          little(join(folder, `${slug}${theme === 'dark' ? '-dark' : ''}-480.webp`)),
        ])
        const apart = drawn.reduce((sum, value, index) => sum + Math.abs(value - (kept[index] ?? 0)), 0) / drawn.length
        expect({ slug, theme, isThatOne: apart < 3 }).toEqual({ slug, theme, isThatOne: true })
      }
    }
  })

  test('no two look alike', async () => {
    const seen = new Map(await Promise.all(slugs.map(async (slug) => [slug, await glance(slug)] as const)))
    const pairs = slugs.flatMap((one, index) => slugs.slice(index + 1).map((other) => [one, other] as const))
    // 1 is the same composition, 0 is nothing in common; two covers with the same bowl had 0.95.
    const alike = pairs.filter(([one, other]) => {
      const second = seen.get(other) ?? []
      return (seen.get(one) ?? []).reduce((sum, value, cell) => sum + value * (second[cell] ?? 0), 0) > 0.8
    })
    expect(alike).toEqual([])
  })

  test('by night every one gives clearly less light, and none glares', async () => {
    for (const slug of slugs) {
      const [day, night] = await Promise.all([brightness(`${slug}-480.webp`), brightness(`${slug}-dark-480.webp`)])
      expect({ slug, isDark: night < 110 && night < day * 0.85 }).toEqual({ slug, isDark: true })
    }
  })
})
