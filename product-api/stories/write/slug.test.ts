import { isAllowedSlug, slugCandidates } from './slug.ts'

test('a title without Latin letters gets a slug from the id', () => {
  expect(slugCandidates('story', '吾輩は猫である', '01a1ce8e-6180-7e03-b9a3-8247e109daaf')).toEqual(['story-e109daaf'])
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
