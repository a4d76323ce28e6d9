import { render, screen } from '@testing-library/react'
import { anEdition, anEditionStory } from '#components/testing/an-edition.ts'
import { EditionList } from './edition-list.tsx'
import { EditionView } from './edition-view.tsx'

const several = [1, 2, 3, 4, 5, 6].map((count) => anEditionStory({ slug: `story-${count}`, title: `Story ${count}` }))

describe('the list of newsletters', () => {
  test('says of each what it was about and when, and leads to it', () => {
    render(<EditionList editions={[anEdition({ stories: several })]} />)
    const link = screen.getByRole('link', { name: 'Fiction, this week: A Lift at Night' })
    expect(link.getAttribute('href')).toBe('/newsletters/01990000-0000-7000-8000-00000000000e')
    expect(screen.getByText(/4 March 2026/)).toBeTruthy()
    expect(screen.getByText('Also: Story 2 · Story 3 · Story 4')).toBeTruthy()
  })

  test('of an email with one story names no others', () => {
    render(<EditionList editions={[anEdition()]} />)
    expect(screen.queryByText(/Also/)).toBeNull()
  })

  test('shows the cover, the author and a sentence of the first story', () => {
    const { container } = render(<EditionList editions={[anEdition({ stories: several })]} />)
    expect(container.querySelector('img')?.getAttribute('src')).toContain('/covers/a-lift-at-night')
    expect(screen.getByText('by Inès Moreau')).toBeTruthy()
    expect(screen.getByText('Nobody who rides in it knows')).toBeTruthy()
  })

  test('draws a cover for a story without one, and takes its excerpt if it has no subtitle', () => {
    const bare = anEditionStory({ story_image: null, sub_title: '', author_name: '' })
    const { container } = render(<EditionList editions={[anEdition({ stories: [bare] })]} />)
    expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^\/drawn-covers\//)
    expect(screen.getByText('A lift keeps count. It never tells.')).toBeTruthy()
    expect(screen.queryByText(/^by/)).toBeNull()
  })
})

describe('a newsletter', () => {
  test('about a story has its whole text, and no excerpt of it', () => {
    render(<EditionView edition={anEdition()} sanitisedHtml="<p>Every word of it.</p>" />)
    expect(screen.getByText('Every word of it.')).toBeTruthy()
    expect(screen.queryByText(/A lift keeps count/)).toBeNull()
    expect(screen.getByRole('link', { name: 'A Lift at Night' })).toBeTruthy()
  })

  test('shows its stories as they are now, each with its way in and its author', () => {
    render(<EditionView edition={anEdition({ stories: several })} />)
    expect(screen.getByRole('heading', { level: 1, name: 'Fiction, this week: A Lift at Night' })).toBeTruthy()
    for (const { title, slug } of several) {
      expect(screen.getByRole('link', { name: title }).getAttribute('href')).toBe(`/article/${slug}`)
    }
    expect(screen.getAllByRole('link', { name: 'Inès Moreau' })).toHaveLength(6)
  })

  test('shows the name of an author without a page, and nothing without an author', () => {
    const stories = [
      anEditionStory({ author_uuid: null }),
      anEditionStory({ slug: 'two', author_name: '', author_uuid: null }),
    ]
    render(<EditionView edition={anEdition({ stories })} />)
    expect(screen.queryByRole('link', { name: 'Inès Moreau' })).toBeNull()
    expect(screen.getByText(/^Inès Moreau/)).toBeTruthy()
  })

  test('whose stories are all gone says so', () => {
    render(<EditionView edition={anEdition({ stories: [] })} />)
    expect(screen.getByText('The stories of this newsletter are no longer public.')).toBeTruthy()
  })
})
