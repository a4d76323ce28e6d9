import { slugify } from './slugify.ts'

test.each([
  ['The Lamp, at Night!', 'the-lamp-at-night'],
  ['Crème brûlée à la carte', 'creme-brulee-a-la-carte'],
  ['Straße nach Łódź', 'strasse-nach-lodz'],
  ["Don't", 'dont'],
  ['Ⅻ ﬁne½', 'xii-fine1-2'],
  ['  --x--  ', 'x'],
])('%j becomes %j', (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test('a long title is cut at a word', () => {
  const slug = slugify('word '.repeat(40)) ?? ''
  expect(slug.length).toBeLessThanOrEqual(80)
  expect(slug).toMatch(/word$/)
})
