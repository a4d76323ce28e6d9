import { anEdition, anEditionStory } from '#components/testing/an-edition.ts'
import { Story } from '#contract/stories.ts'
import { articleMetadata, editionMetadata, listMetadata, pageMetadata, unlistedMetadata } from './metadata.ts'

const list = { title: 'Technology', path: '/articles/technology' }
const place = { cursor: 'abc', newest: '2026-05-03T22:30:00.000Z' }

describe('a title', () => {
  test.each([
    ['About', 'About · Bytewise'],
    ['Bytewise', 'Bytewise'],
    ['Stories from Bytewise', 'Stories from Bytewise'],
    ['Otherbytewise', 'Otherbytewise · Bytewise'],
  ])('%s becomes %s: the site’s name is there once', (title, whole) => {
    expect(pageMetadata({ title, path: '/' }).title).toBe(whole)
    expect(unlistedMetadata(title).title).toBe(whole)
  })
})

describe('a story', () => {
  const canonicalOf = (canonical_url: string | null) => {
    const story = { _id: '1', slug: 'a-lift-at-night', title: 'A Lift at Night', category: 'fiction', content: '' }
    return articleMetadata(Story.parse({ ...story, canonical_url })).alternates?.canonical
  }

  test('is at its own address', () => {
    expect(canonicalOf(null)).toBe('http://localhost:3000/article/a-lift-at-night')
  })

  test('that was published elsewhere first belongs there for search engines', () => {
    expect(canonicalOf('https://www.elsewhere.example/lamp')).toBe('https://www.elsewhere.example/lamp')
  })
})

describe('a list', () => {
  test('may be listed, at its own address', () => {
    const head = listMetadata({ ...list, nextCursor: 'next' })
    expect(head.alternates?.canonical).toBe('http://localhost:3000/articles/technology')
    expect(head.robots).toBeUndefined()
    expect(head.pagination?.next).toBe('http://localhost:3000/articles/technology?cursor=next')
  })

  test('on a later page is to be followed alone, with a title of its own', () => {
    const head = listMetadata({ ...list, ...place })
    expect(head.title).toBe('Technology, up to 3 May 2026 · Bytewise')
    expect(head.robots).toEqual({ index: false, follow: true })
    expect(head.alternates?.canonical).toBe('http://localhost:3000/articles/technology?cursor=abc')
    expect(head.openGraph).toMatchObject({ title: 'Technology, up to 3 May 2026' })
  })

  test('on a later page without anything says so without a date', () => {
    expect(listMetadata({ ...list, cursor: 'abc' }).title).toBe('Technology, older ones · Bytewise')
  })

  test('names its feeds, and the site’s where it has none of its own', () => {
    const titles = (types: Record<string, unknown> | undefined) =>
      Object.values(types ?? {}).map((links) => (links as { title: string }[])[0]?.title)
    const head = listMetadata({ ...list, ...place })
    expect(titles(head.alternates?.types ?? {})).toEqual([
      'Technology · Bytewise (RSS)',
      'Technology · Bytewise (Atom)',
      'Technology · Bytewise (JSON Feed)',
    ])
    expect(titles(pageMetadata({ title: 'About', path: '/about-us' }).alternates?.types ?? {})[0]).toBe(
      'Bytewise (RSS)',
    )
  })

  test('has a large card with a picture', () => {
    expect(listMetadata(list).twitter).toMatchObject({ card: 'summary_large_image', images: [{ width: 1200 }] })
  })
})

describe('a newsletter', () => {
  const several = [anEditionStory(), anEditionStory({ slug: 'two' })]

  test('of several stories is listed under its own address', () => {
    const { robots, alternates } = editionMetadata(anEdition({ stories: several }))
    expect(robots).toBeUndefined()
    expect(alternates?.canonical).toMatch(/\/newsletters\/01990000-0000-7000-8000-00000000000e$/)
  })

  test.each([
    ['of one story, nearly a copy of it', anEdition()],
    ['that is a test or one person’s digest', anEdition({ stories: several, listed: false })],
  ])('%s, is kept from search engines', (_, edition) => {
    const { robots, alternates } = editionMetadata(edition)
    expect(robots).toEqual({ index: false, follow: true })
    expect(alternates?.canonical).toBeUndefined()
  })
})
