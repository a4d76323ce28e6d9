import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { readFrontMatter } from '#product-api/seed/markdown.ts'
import { canvas } from './drawing.ts'
import { drawings } from './drawings.ts'
import { portraits } from './portraits.ts'

const folder = join(import.meta.dirname, '../../public/covers')
const stories = join(import.meta.dirname, '../../product-api/seed/stories')
const slugs = readdirSync(stories).map((name) => basename(name, '.md'))
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

// Uploads block SVG for their whole process (product-api/files/uploads/encode-picture.ts), and tests share one.
beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoadSvg'] }))

describe('the covers', () => {
  test('every seed story has its own drawing, and every drawing a story', () => {
    expect(Object.keys(drawings).sort()).toEqual(slugs.sort())
    expect(new Set(Object.values(drawings)).size).toBe(slugs.length)
  })

  test('every story’s image has the alternative text of its drawing', () => {
    for (const [slug, { alt }] of Object.entries(drawings)) {
      const { fields } = readFrontMatter(readFileSync(join(stories, `${slug}.md`), 'utf8'))
      expect({ slug, alt: fields.image_alt }).toEqual({ slug, alt })
    }
  })

  test('each exists in light and dark and in three small widths, and there are no other files', async () => {
    const names = Object.keys(drawings).flatMap((slug) => [slug, `${slug}-dark`])
    const files = names.flatMap((name) => widths.map(({ suffix }) => `${name}${suffix}.webp`))
    const authors = Object.keys(portraits).map((key) => `author-${key}.webp`)
    expect(readdirSync(folder).sort()).toEqual([...files, ...authors].sort())
    for (const name of names) {
      for (const { width, suffix, kilobytes } of widths) {
        const file = join(folder, `${name}${suffix}.webp`)
        const found = await sharp(file).metadata()
        expect([file, found.width, found.height]).toEqual([file, width, (width * canvas.height) / canvas.width])
        expect([file, statSync(file).size / 1024 <= kilobytes]).toEqual([file, true])
      }
    }
  })

  test('the files are up to date with the drawings', async () => {
    const little = (input: Buffer | string) => sharp(input).resize(48, 27).removeAlpha().raw().toBuffer()
    // Title pages need the reading face, which only `npm run covers` sets up.
    const scenes = Object.entries(drawings).filter(([, drawing]) => !drawing.draw('light').includes('<text'))
    for (const [slug, drawing] of scenes) {
      for (const theme of ['light', 'dark'] as const) {
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="810">${drawing.draw(theme)}</svg>`
        const [drawn, kept] = await Promise.all([
          little(Buffer.from(svg)),
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
