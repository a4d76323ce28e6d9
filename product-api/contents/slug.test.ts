import { isAllowedSlug, slugCandidates, slugify } from './slug.ts'

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

test('a title without Latin letters gets a slug from the id', () => {
  expect(slugCandidates('吾輩は猫である', '01a1ce8e-6180-7e03-b9a3-8247e109daaf')).toEqual(['story-e109daaf'])
})

test.each([
  'search',
  'category',
  'many',
  'slug',
  'record',
  'sitemap',
  'drafts',
  '01a1ce8e-6180-7e03-b9a3-8247e109daaf',
])('%s can be no slug', (slug) => {
  expect(isAllowedSlug(slug)).toBe(false)
})
