import { Story } from '#contract/stories.ts'
import { articleLd, bookLd, collectionLd, profileLd, webSiteLd } from './json-ld.ts'

const summary = Story.parse({
  content: '<p>He counts boards.</p>',
  ...{ _id: '1', slug: 'walden-with-the-receipts', title: 'Walden, with the receipts', category: 'book_summary' },
  ...{ author_name: 'Inès Moreau', book_title: 'Walden', book_author: 'Henry David Thoreau' },
})
const walden = { '@type': 'Book', name: 'Walden', author: { '@type': 'Person', name: 'Henry David Thoreau' } }

test('a book summary is about its book, and not a review: it rates nothing', () => {
  expect(articleLd(summary)).toMatchObject({ '@type': 'Article', about: walden })
  expect(bookLd(summary)).toMatchObject({ ...walden, subjectOf: { headline: 'Walden, with the receipts' } })
  expect(JSON.stringify([articleLd(summary), bookLd(summary)])).not.toMatch(/review|rating/i)
})

test('the publisher is the site, with its logo, also for stories of a publication', () => {
  const organization = { '@type': 'Organization', name: 'Bytewise', logo: { '@type': 'ImageObject' } }
  expect(webSiteLd()).toMatchObject({ '@type': 'WebSite', publisher: organization })
  const under = articleLd({ ...summary, publication: 'The Long Room', publication_slug: 'the-long-room' })
  expect(under.publisher).toEqual(webSiteLd().publisher)
  expect(under.isPartOf).toMatchObject({
    name: 'The Long Room',
    url: 'http://localhost:3000/publication/the-long-room',
  })
})

describe('a list', () => {
  const stories = ['one', 'two'].map((slug) => ({ slug, title: `Story ${slug}` }))

  test('is a collection with its stories in order', () => {
    const page = { name: 'Fiction', description: 'Short ones.', listPath: '/articles/fiction', stories }
    expect(collectionLd(page)).toMatchObject({
      '@type': 'CollectionPage',
      url: 'http://localhost:3000/articles/fiction',
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: 2,
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Story one', url: 'http://localhost:3000/article/one' },
          { position: 2, url: 'http://localhost:3000/article/two' },
        ],
      },
    })
    expect(collectionLd({ ...page, cursor: 'a b' }).url).toBe('http://localhost:3000/articles/fiction?cursor=a%20b')
  })

  test('of a publication is about it, and says who runs it', () => {
    const publication = {
      ...{ _id: '1', name: 'The Long Room', slug: 'the-long-room', description: 'About rooms.', image: null },
      ...{ owner_uuid: 'u-1', owner_name: 'Ada Ferrante' },
    }
    const { name, description } = publication
    const list = { name, description, listPath: '/publication/the-long-room', stories, publication }
    expect(collectionLd(list).about).toMatchObject({
      '@type': 'Blog',
      ...{ name, description, url: 'http://localhost:3000/publication/the-long-room' },
      author: { '@type': 'Person', name: 'Ada Ferrante', url: 'http://localhost:3000/profile/u-1' },
    })
    const bare = { ...publication, owner_uuid: null, owner_name: '', image: '/uploads/a.webp' }
    expect(collectionLd({ ...list, publication: bare }).about).toMatchObject({
      image: 'http://localhost:3000/uploads/a.webp',
    })
    expect(collectionLd({ ...list, publication: bare }).about).not.toHaveProperty('author')
    expect(collectionLd({ ...list, publication: undefined })).not.toHaveProperty('about')
  })

  test('of a person’s page is a profile page about that person', () => {
    const person = { uuid: 'u-1', name: 'Inès Moreau', email: null, profile_image: null, bio: 'Counts boards.' }
    const profile = { ...person, joined_on: '2026-05-03', followers: null }
    const dated = stories.map((story, at) => ({ ...story, published_at: `2026-06-1${at}T08:00:00.000Z` }))
    expect(profileLd(profile, dated)).toMatchObject({
      '@type': 'ProfilePage',
      image: 'http://localhost:3000/share-image/~author.u-1.png',
      dateCreated: '2026-05-03',
      dateModified: '2026-06-11T08:00:00.000Z',
      mainEntity: { '@type': 'Person', name: 'Inès Moreau', description: 'Counts boards.' },
      hasPart: [{ '@type': 'Article', headline: 'Story one' }, { url: 'http://localhost:3000/article/two' }],
    })
    expect(JSON.stringify(profileLd(profile, []))).not.toContain('email')
    expect(profileLd(profile, []).dateModified).toBe('2026-05-03')
    expect(JSON.stringify(profileLd({ ...profile, joined_on: null, followers: null }, []))).not.toContain('date')
  })
})

test('a book without an author is a book all the same', () => {
  expect(articleLd({ ...summary, book_author: null }).about).toEqual({ '@type': 'Book', name: 'Walden' })
})

test.each([{ book_title: null }, { category: 'fiction' }])('with %j it is about no book', (but) => {
  expect(articleLd({ ...summary, ...but })).not.toHaveProperty('about')
  expect(bookLd({ ...summary, ...but })).toBeUndefined()
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
