import { mergeStory, resolveStory } from './merge-story.ts'
import { emptyStory, type StoryText, storyTextFields } from './saving/story-text.ts'

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

describe.each(storyTextFields)('the field %s', (field) => {
  const [changed, changedToo] = ['<p>Changed.</p>', '<p>Changed too.</p>'].map((value) => ({ ...base, [field]: value }))

  test('is merged if one side changed it', () => {
    if (!changed) throw new Error('unreachable')
    expect(mergeStory(base, changed, base)).toEqual({ text: changed })
    expect(mergeStory(base, base, changed)).toEqual({ text: changed })
  })

  test('is for the writer to choose if both did', () => {
    if (!changed || !changedToo) throw new Error('unreachable')
    const merged = mergeStory(base, changed, changedToo)
    if (!('collision' in merged)) throw new Error('both cannot stay')
    const choices = { fields: { [field]: 'theirs' as const }, places: ['theirs' as const] }
    expect(resolveStory(merged.collision, choices)).toEqual(changedToo)
  })
})

test('a draft that is older than a field takes what the other side has in it', () => {
  const { kicker: _, ...older } = { ...base, title: 'Mine' }
  const merged = mergeStory(older as StoryText, older as StoryText, { ...base, kicker: 'New' })
  expect(merged).toEqual({ text: { ...base, kicker: 'New' } })
})
