import { aStory } from '#components/testing/a-story.ts'
import { arrangeFront } from './arrange-front.ts'

const picture = '/covers/a-lift-at-night.webp'
const story = (slug: string, story_image: string | null = picture) => aStory({ slug, story_image })
const slugs = (stories: readonly { slug: string }[] = []) => stories.map(({ slug }) => slug)

test('every story stands on the home page once', () => {
  const stories = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((slug) => story(slug))
  const front = arrangeFront(stories, [story('b'), story('e'), story('x'), story('y'), story('z')])
  expect(front?.lead.slug).toBe('a')
  expect(slugs(front?.seconds)).toEqual(['b', 'c'])
  expect(slugs(front?.strip)).toEqual(['e', 'x', 'y'])
  expect(slugs(front?.rows)).toEqual(['d', 'f', 'g'])
  expect(front?.shownAbove).toEqual(['a', 'b', 'c', 'e', 'x', 'y'])
})

test('the lead is the first of the top three that has a picture', () => {
  const front = arrangeFront([story('a', null), story('b', null), story('c'), story('d')], [])
  expect(front?.lead.slug).toBe('c')
  expect(slugs(front?.seconds)).toEqual(['a', 'b'])
  expect(slugs(front?.rows)).toEqual(['d'])
})

test('the lead is the newest if none of them has one', () => {
  const front = arrangeFront([story('a', null), story('b', null), story('c', null), story('d')], [])
  expect(front?.lead.slug).toBe('a')
})

test('a site without stories has no front', () => {
  expect(arrangeFront([], [])).toBeUndefined()
  expect(slugs(arrangeFront([story('a')], [story('a')])?.strip)).toEqual([])
})
