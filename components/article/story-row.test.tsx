import { render, screen, within } from '@testing-library/react'
import { aStory } from '#components/testing/a-story.ts'
import { rowShape, StoryRow } from './story-row.tsx'

describe('a row of the content list', () => {
  test('shows the whole title, the author, the two sentences and the way to read more', () => {
    const story = aStory({ title: 'Instructions for Feeding the Neighbour’s Cat' })
    render(<StoryRow story={story} heading="h2" />)
    const row = within(screen.getByRole('article'))
    expect(row.getByRole('heading', { level: 2 })).toHaveTextContent(story.title)
    expect(row.getByText('Inès Moreau')).toBeVisible()
    expect(row.getByText(story.excerpt)).toBeVisible()
    const more = row.getByRole('link', { name: /^Read more/ })
    expect(more).toHaveAttribute('href', '/article/a-lift-at-night')
  })

  test('shows the subtitle and what kind of story it is', () => {
    render(<StoryRow story={aStory({ sub_title: 'What it counts', category: 'books' })} heading="h2" />)
    expect(screen.getByText('What it counts')).toBeVisible()
    expect(screen.getByText('Book Essay')).toBeVisible()
  })

  test('calls a story of the product’s own category by the tag that comes with it', () => {
    render(<StoryRow story={aStory({ category: 'bytewise', category_tag: 'Note' })} heading="h2" />)
    expect(screen.getByText('Note')).toBeVisible()
    expect(screen.queryByText('Bytewise')).toBeNull()
  })

  test('repeats neither the category nor the author of its whole list', () => {
    const story = aStory({ publication: 'Night Shift' })
    render(<StoryRow story={story} heading="h2" known={{ category: true, author: true }} />)
    expect(screen.queryByText('Fiction')).toBeNull()
    expect(screen.queryByText('Inès Moreau')).toBeNull()
    expect(screen.getByText('4 March 2026')).toHaveAttribute('datetime', story.published_at)
    expect(screen.getByText('Night Shift')).toBeVisible()
  })

  test('names the written author if the story has no account', () => {
    render(<StoryRow story={aStory({ author_name: '', author: 'A Friend' })} heading="h2" />)
    expect(screen.getByText('A Friend')).toBeVisible()
  })

  test('marks the search terms as text, never as markup', () => {
    const highlights = {
      title: [
        { text: 'A ', match: false },
        { text: '<b>Lift</b>', match: true },
      ],
      excerpt: [{ text: 'counts', match: true }],
    }
    const { container } = render(<StoryRow story={{ ...aStory(), highlights }} heading="h3" />)
    expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['<b>Lift</b>', 'counts'])
    expect(container.querySelector('b')).toBeNull()
  })
})

const shapes = (count: number, isEnd = true) =>
  Array.from({ length: count }, (_, index) => rowShape(index, { count, isEnd }))

describe('the shapes of a list’s rows', () => {
  test('change in a rhythm that a page of twelve ends with', () => {
    const six = ['wide', 'plain', 'plain', 'half', 'half', 'plain']
    expect(shapes(12)).toEqual([...six, ...six])
  })

  test('leave no half alone at the end of the list', () => {
    expect(shapes(4).at(-1)).toBe('plain')
    expect(shapes(5).slice(-2)).toEqual(['half', 'half'])
  })

  test('do not change when more rows come', () => {
    for (let count = 1; count < 12; count++) expect(shapes(count, false)).toEqual(shapes(12).slice(0, count))
  })
})
