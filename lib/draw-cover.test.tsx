import sharp from 'sharp'
import { drawCover } from './draw-cover.ts'

const slugs = Array.from({ length: 500 }, (_, number) => `a-story-about-lighthouses-${number}`)
const shapesOf = (svg: string) => svg.match(/ d="[^"]+"/g)?.join()

test('a slug always gives the same drawing, and another by night', () => {
  expect(drawCover('a-lamp', 'day')).toBe(drawCover('a-lamp', 'day'))
  expect(drawCover('a-lamp', 'night')).not.toBe(drawCover('a-lamp', 'day'))
  // The same shapes in other colours.
  expect(shapesOf(drawCover('a-lamp', 'night'))).toBe(shapesOf(drawCover('a-lamp', 'day')))
})

test('hardly two of 500 similar slugs look alike', () => {
  expect(new Set(slugs.map((slug) => drawCover(slug, 'day'))).size).toBe(500)
})

test.each(['day', 'night'] as const)(
  'every drawing by %s is well-formed, below 2 KB, without text, styles and scripts',
  (theme) => {
    for (const slug of [...slugs, '<script>alert(1)</script>', '"', '日本語', 'x'.repeat(200)]) {
      const svg = drawCover(slug, theme)
      expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull()
      expect(Buffer.byteLength(svg)).toBeLessThan(2_048)
      expect(svg).not.toMatch(/<(?:text|style|script|image|foreignObject)|href|NaN|undefined/)
    }
  },
)

test('a drawing shows more than its ground', async () => {
  for (const slug of slugs.slice(0, 60)) {
    const middle = sharp(Buffer.from(drawCover(slug, 'day'))).extract({ left: 315, top: 0, width: 810, height: 810 })
    const { channels } = await sharp(await middle.png().toBuffer()).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(12)
  }
})
