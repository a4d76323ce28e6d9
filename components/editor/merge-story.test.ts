import { mergeStory, resolveStory } from './merge-story.ts'
import { emptyStory, type StoryText } from './saving/story-text.ts'

const base: StoryText = {
  ...emptyStory,
  title: 'The Well',
  content: '<p>One.</p><p>Two.</p><p>Three.</p>',
  category: 'fiction',
}

test('changes of different fields and paragraphs meet', () => {
  const mine = { ...base, title: 'The Deep Well', content: '<p>One, mine.</p><p>Two.</p><p>Three.</p>' }
  const theirs = { ...base, category: 'books', content: '<p>One.</p><p>Two.</p><p>Three, theirs.</p>' }
  expect(mergeStory(base, mine, theirs)).toEqual({
    text: {
      ...base,
      title: 'The Deep Well',
      category: 'books',
      content: '<p>One, mine.</p><p>Two.</p><p>Three, theirs.</p>',
    },
  })
})

test('a field that both changed is asked about, and the rest has met already', () => {
  const mine = { ...base, title: 'Mine', content: '<p>One, mine.</p><p>Two.</p><p>Three.</p>' }
  const theirs = { ...base, title: 'Theirs', image_alt: 'A well' }
  const merged = mergeStory(base, mine, theirs)
  if (!('collision' in merged)) throw new Error('both titles cannot stay')
  expect(merged.collision.fields).toEqual([{ field: 'title', mine: 'Mine', theirs: 'Theirs' }])
  expect(resolveStory(merged.collision, { fields: { title: 'theirs' }, places: [] })).toEqual({
    ...mine,
    title: 'Theirs',
    image_alt: 'A well',
  })
})

test('of a paragraph that both changed the writer takes one, or both', () => {
  const mine = { ...base, content: '<p>One.</p><p>Two, mine.</p><p>Three.</p>' }
  const theirs = { ...base, content: '<p>One.</p><p>Two, theirs.</p><p>Three.</p>' }
  const merged = mergeStory(base, mine, theirs)
  if (!('collision' in merged)) throw new Error('both paragraphs cannot stay')
  const chosen = (place: 'mine' | 'theirs' | 'both') =>
    resolveStory(merged.collision, { fields: {}, places: [place] }).content
  expect(chosen('mine')).toBe(mine.content)
  expect(chosen('theirs')).toBe(theirs.content)
  expect(chosen('both')).toBe('<p>One.</p><p>Two, mine.</p><p>Two, theirs.</p><p>Three.</p>')
})
