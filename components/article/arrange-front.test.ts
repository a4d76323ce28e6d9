import { aStory } from '#components/testing/a-story.ts'
import { arrangeFront } from './arrange-front.ts'

const story = (slug: string) => aStory({ slug })
const stories = (...slugs: string[]) => slugs.map(story)
const slugs = (stories: readonly { slug: string }[] = []) => stories.map(({ slug }) => slug)

test('every story stands on the home page once', () => {
  const front = arrangeFront({
    top: stories('old', 'c', 'a'),
    stories: stories('a', 'b', 'c', 'd', 'e', 'f'),
    fiction: stories('c', 'e', 'x', 'y', 'z'),
  })
  expect(front?.lead.slug).toBe('old')
  expect(slugs(front?.seconds)).toEqual(['c', 'a'])
  expect(slugs(front?.strip)).toEqual(['e', 'x', 'y'])
  expect(slugs(front?.rows)).toEqual(['b', 'd', 'f'])
  expect(front?.shownAbove).toEqual(['old', 'c', 'a', 'e', 'x', 'y'])
})

test('a lead alone has no seconds: the rest is in the list', () => {
  const front = arrangeFront({ top: stories('b'), stories: stories('a', 'b', 'c'), fiction: [] })
  expect([front?.lead.slug, slugs(front?.seconds), slugs(front?.rows)]).toEqual(['b', [], ['a', 'c']])
})

test('the newest stand on top if what does is unknown', () => {
  const front = arrangeFront({ top: [], stories: stories('a', 'b', 'c', 'd'), fiction: [] })
  expect([front?.lead.slug, slugs(front?.seconds), slugs(front?.rows)]).toEqual(['a', ['b', 'c'], ['d']])
})

test('a site without stories has no front', () => {
  expect(arrangeFront({ top: [], stories: [], fiction: [] })).toBeUndefined()
})
