import { coverOf, drawnCoverPath, drawnTwins, parseDrawnCover } from './drawn-covers.ts'

test('a story shows its own picture, or the cover that is drawn for it', () => {
  expect(coverOf({ slug: 'a-lamp', story_image: '/covers/a.webp' })).toBe('/covers/a.webp')
  expect(coverOf({ slug: 'a-lamp', story_image: null })).toBe(drawnCoverPath('a-lamp'))
})

test.each(['a-lamp', 'a-lamp-dark', 'x', 'für-élise', '日本語', 'a/b?c#d%', 'a"b', 'x'.repeat(200)])(
  'the address of the cover of %j names it, by day and by night',
  (slug) => {
    const path = drawnCoverPath(slug)
    expect(path).toMatch(/^\/drawn-covers\/[^/?#"]+\.svg$/)
    expect(parseDrawnCover(path)).toEqual({ slug, isDark: false })
    const twins = drawnTwins(path)
    expect(twins?.light).toBe(path)
    expect(parseDrawnCover(twins?.dark ?? '')).toEqual({ slug, isDark: true })
  },
)

test('an address that we did not write has no cover', () => {
  const path = drawnCoverPath('a-lamp')
  for (const wrong of [
    path.replace('lamp', 'camp'),
    path.replace('.svg', '.png'),
    path.replace('.svg', ''),
    path.replace('/drawn-covers/', '/covers/'),
    path.replace('a-lamp', '%E0%A4%A'),
    drawnCoverPath('x'.repeat(201)),
    `${path}/x`,
    '/drawn-covers/',
    '/drawn-covers/-.svg',
  ]) {
    expect(parseDrawnCover(wrong)).toBeUndefined()
  }
})

test('no other picture has drawn twins', () => {
  for (const url of ['/covers/a.webp', 'https://elsewhere.example/drawn-covers/a.svg', '/drawn-covers/a.png']) {
    expect(drawnTwins(url)).toBeUndefined()
  }
})
