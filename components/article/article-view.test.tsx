import { render, screen } from '@testing-library/react'
import type { Content } from '#contract/contents.ts'
import { anArticle, aStory } from '../testing/a-story.ts'
import { ArticleView } from './article-view.tsx'

function show(but: Partial<Content> = {}, next = [aStory({ slug: 'another' })]) {
  const article = anArticle(but)
  render(
    <ArticleView article={article} sanitisedHtml={article.content} url="https://b.example/article/a" next={next} />,
  )
}

describe('the article view', () => {
  test('shows title, subtitle, author, picture with its caption, text and thanks', () => {
    show({ sub_title: 'What it counts', image_alt: 'A lift shaft' })
    expect(screen.getByRole('heading', { level: 1, name: 'A Lift at Night' })).toBeVisible()
    expect(screen.getByText('What it counts')).toBeVisible()
    expect(screen.getByAltText('A lift shaft')).toBeVisible()
    expect(screen.getByText('Representational Image')).toBeVisible()
    expect(screen.getByText('A lift keeps count.')).toBeVisible()
    expect(screen.getByText('Thanks for reading')).toBeVisible()
    expect(screen.getByText('March 4, 2026')).toHaveAttribute('datetime', '2026-03-04T08:00:00Z')
  })

  test('describes a picture that nobody has described', () => {
    show()
    expect(screen.getByAltText('Illustration for “A Lift at Night”')).toBeVisible()
  })

  test('leads to the author', () => {
    show()
    const links = screen.getAllByRole('link', { name: 'Inès Moreau' })
    expect(links[0]).toHaveAttribute('href', '/profile/author-1')
    expect(screen.getAllByTestId('author-avatar')[0]).toHaveTextContent('I')
  })

  test('links no author who has no profile', () => {
    show({ author_uuid: null })
    expect(screen.queryByRole('link', { name: 'Inès Moreau' })).toBeNull()
    expect(screen.getAllByText('Inès Moreau').length).toBeGreaterThan(0)
  })

  test('hides the author’s picture on a book summary and names the book', () => {
    show({ category: 'book_summary', book_title: 'Walden', book_author: 'Henry David Thoreau' })
    expect(screen.queryByTestId('author-avatar')).toBeNull()
    expect(screen.getByText(/A summary of/)).toHaveTextContent('A summary of Walden by Henry David Thoreau')
    expect(screen.getAllByText('Book Summary')[0]).toBeVisible()
  })

  test('shares by plain links', () => {
    show()
    expect(screen.getByRole('link', { name: 'Email' })).toHaveAttribute(
      'href',
      'mailto:?subject=A%20Lift%20at%20Night&body=https%3A%2F%2Fb.example%2Farticle%2Fa',
    )
    expect(screen.getByRole('link', { name: 'Mastodon' })).toBeVisible()
  })

  test('leads on, and says nothing where there is nothing next', () => {
    show()
    expect(screen.getByRole('region', { name: /next/i })).toBeVisible()
    document.body.replaceChildren()
    show({}, [])
    expect(screen.queryByRole('region', { name: /next/i })).toBeNull()
  })

  test('lets the keyboard reach code that scrolls', () => {
    show({ content: '<pre>let x = 1</pre>' })
    expect(screen.getByText('let x = 1')).toHaveAttribute('tabindex', '0')
  })
})
