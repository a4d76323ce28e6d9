import { render, screen } from '@testing-library/react'
import { aStory } from '#components/testing/a-story.ts'
import { CompactCard } from './compact-card.tsx'

describe('a compact card', () => {
  test('cuts a title to 25 characters and keeps the whole of it as its tooltip', () => {
    const title = 'Instructions for Feeding the Cat'
    render(<CompactCard story={aStory({ title })} />)
    const link = screen.getByRole('link')
    expect(link.textContent).toBe('Instructions for Feeding')
    expect(link).toHaveAttribute('title', title)
    expect(link).toHaveAttribute('href', '/article/a-lift-at-night')
  })

  test('shows a whole title in a list of one’s own stories', () => {
    const title = 'Instructions for Feeding the Neighbour’s Cat While He Is Away'
    render(<CompactCard story={aStory({ title })} hasWholeTitle />)
    expect(screen.getByRole('link').textContent).toBe(title)
    expect(screen.getByRole('link')).toHaveAttribute('title', title)
  })

  test('cuts between code points, never inside one', () => {
    render(<CompactCard story={aStory({ title: `${'a'.repeat(24)}🏔️ up` })} />)
    expect(screen.getByRole('link').textContent).toBe(`${'a'.repeat(24)}🏔`)
  })

  test('leaves a short title alone', () => {
    render(<CompactCard story={aStory({ title: 'One Digit Off' })} />)
    expect(screen.getByRole('link')).toHaveTextContent('One Digit Off')
    expect(screen.getByRole('link')).not.toHaveAttribute('title')
  })

  test('shows 50 characters of the text and three dots', () => {
    render(<CompactCard story={aStory({ excerpt: 'x'.repeat(80) })} />)
    expect(screen.getByText(`${'x'.repeat(50)}...`)).toBeVisible()
  })

  test('tags every story with what it is', () => {
    render(
      <ul>
        <CompactCard story={aStory({ slug: 'a', category: 'book_summary' })} />
        <CompactCard story={aStory({ slug: 'b', category: 'technology' })} />
        <CompactCard story={aStory({ slug: 'c', category: 'fiction' })} />
      </ul>,
    )
    expect(screen.getByText('Book Summary')).toBeVisible()
    expect(screen.getByText('Technology')).toBeVisible()
    expect(screen.getByText('Fiction')).toBeVisible()
  })
})
