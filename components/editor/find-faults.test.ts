import { storyFields } from '#contract/story-fields.ts'
import { findingsOf, hintsOf, missingOf } from './find-faults.ts'
import { emptyStory, type StoryText } from './saving/story-text.ts'

const whole: StoryText = {
  ...emptyStory,
  title: 'The Well',
  content: '<p>It was deep.</p>',
  category: 'fiction',
  story_image: '/covers/a-well.webp',
  image_alt: 'A well',
}
const ofSize = (share: number) => ({
  ...whole,
  content: `<p>${'ä'.repeat((storyFields.content.most * share) / 2)}</p>`,
})

test('a whole story has nothing missing and needs no hint', () => {
  expect(missingOf(whole)).toEqual({})
  expect(hintsOf(whole)).toEqual([])
})

test('what a published story cannot do without is named by its field', () => {
  expect(Object.keys(missingOf({ ...whole, title: ' ', content: '<p><br /></p>' }))).toEqual(['title', 'content'])
})

test('a text is said to be nearly too long, and too long, before the server refuses it', () => {
  expect(hintsOf(ofSize(0.5))).toEqual([])
  expect(hintsOf(ofSize(0.95))).toEqual(['This text takes up 95% of the space a story has.'])
  expect(hintsOf(ofSize(1.1))).toEqual([expect.stringContaining('too long to be saved')])
})

test('a story without a picture asks for one before it is published, and not again once it is public', async () => {
  const bare = { ...whole, story_image: null, content: '<p>TK</p>' }
  const open = { field: 'content', sentence: '“TK” is left in the text: “TK”' }
  expect(await findingsOf(bare, { isPublic: false })).toEqual([
    {
      field: 'articleImage',
      sentence: 'There is no story image yet. Lists and other sites show a drawn cover instead.',
    },
    open,
  ])
  expect(await findingsOf(bare, { isPublic: true })).toEqual([open])
})

test('pictures that are still uploading are named', async () => {
  const found = (picturesToCome: number) => findingsOf(whole, { isPublic: false, picturesToCome })
  expect(await found(0)).toEqual([])
  expect(await found(1)).toEqual([{ field: 'content', sentence: 'A picture is still uploading and would be missing.' }])
  expect(await found(2)).toEqual([
    { field: 'content', sentence: '2 pictures are still uploading and would be missing.' },
  ])
})
