import { Content } from '#contract/contents.ts'
import { articleLd, bookReviewLd } from './json-ld.ts'

const summary = Content.parse({
  content: '<p>He counts boards.</p>',
  ...{ _id: '1', slug: 'walden-with-the-receipts', title: 'Walden, with the receipts', category: 'book_summary' },
  ...{ author_name: 'Inès Moreau', book_title: 'Walden', book_author: 'Henry David Thoreau' },
})
const walden = { '@type': 'Book', name: 'Walden', author: { '@type': 'Person', name: 'Henry David Thoreau' } }

test('a book summary is about its book, and is a review of it', () => {
  expect(articleLd(summary)).toMatchObject({ '@type': 'Article', about: walden })
  expect(bookReviewLd(summary)).toMatchObject({ ...walden, review: { name: 'Walden, with the receipts' } })
})

test('a book without an author is a book all the same', () => {
  expect(articleLd({ ...summary, book_author: null }).about).toEqual({ '@type': 'Book', name: 'Walden' })
})

test.each([{ book_title: null }, { category: 'fiction' }])('with %j it is about no book', (but) => {
  expect(articleLd({ ...summary, ...but })).not.toHaveProperty('about')
  expect(bookReviewLd({ ...summary, ...but })).toBeUndefined()
})

test('a story that is read aloud names its sound and its transcript', () => {
  const of = (ending: string) => `/audio/${'ab'.repeat(16)}.${ending}`
  const narration = { url: of('mp3'), transcript: of('vtt'), duration_ms: 61_400, bytes: 12 }
  expect(articleLd({ ...summary, narration }).audio).toMatchObject({
    '@type': 'AudioObject',
    contentUrl: `http://localhost:3000${of('mp3')}`,
    duration: 'PT61S',
    contentSize: '12',
  })
  expect(articleLd(summary)).not.toHaveProperty('audio')
})
