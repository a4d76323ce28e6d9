import { render, screen, within } from '@testing-library/react'
import { anArticle, aStory } from '#components/testing/a-story.ts'
import { siteCategories } from '#contract/categories.ts'
import type { Story, StoryCard } from '#contract/stories.ts'
import { ArticleView } from './article-view.tsx'
import { StoryNewsletter } from './story-newsletter.tsx'

function show(but: Partial<Story> = {}, next = [aStory({ slug: 'another' })], byAuthor: StoryCard[] = []) {
  const article = anArticle(but)
  render(
    <ArticleView
      article={article}
      sanitisedHtml={article.content}
      url="https://b.example/article/a"
      next={next}
      byAuthor={byAuthor}
      newsletter={
        <StoryNewsletter
          story={article}
          site={{ categories: siteCategories('bytewise'), default_frequency: 'weekly' }}
        />
      }
    />,
  )
}

describe('the article view', () => {
  test('shows title, subtitle, author, picture with its caption, text and thanks', () => {
    show({ sub_title: 'What it counts', image_alt: 'A lift shaft' })
    expect(screen.getByRole('heading', { level: 1, name: 'A Lift at Night' })).toBeVisible()
    expect(screen.getByText('What it counts')).toBeVisible()
    expect(screen.getAllByAltText('A lift shaft')[0]).toBeVisible()
    expect(screen.getByText('Representational Image')).toBeVisible()
    expect(screen.getByText('A lift keeps count.')).toBeVisible()
    expect(screen.getByText('Thanks for reading')).toBeVisible()
    expect(screen.getByText('4 March 2026')).toHaveAttribute('datetime', '2026-03-04T08:00:00Z')
  })

  test('describes a picture without a description', () => {
    show()
    expect(screen.getAllByAltText('Illustration for “A Lift at Night”')[0]).toBeVisible()
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

  test('shows the kicker above the title', () => {
    show({ kicker: 'Notes from a lobby' })
    const kicker = screen.getByText('Notes from a lobby')
    const title = screen.getByRole('heading', { level: 1 })
    expect(kicker.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('says where the story was published first', () => {
    show({ canonical_url: 'https://www.elsewhere.example/lamp' })
    expect(screen.getByText(/^First published at/)).toHaveTextContent('First published at elsewhere.example')
    expect(screen.getByRole('link', { name: 'elsewhere.example' })).toHaveAttribute(
      'href',
      'https://www.elsewhere.example/lamp',
    )
  })

  test('shares by plain links', () => {
    show()
    expect(screen.getByRole('link', { name: 'Email' })).toHaveAttribute(
      'href',
      'mailto:?subject=A%20Lift%20at%20Night&body=https%3A%2F%2Fb.example%2Farticle%2Fa',
    )
    expect(screen.getByRole('link', { name: 'Mastodon' })).toBeVisible()
  })

  test('leads on to whole titles, to the author’s other stories first', () => {
    const title = 'Instructions for Feeding the Neighbour’s Cat While He Is Away'
    show({}, [aStory({ slug: 'another', title })], [aStory({ slug: 'a-third', title: 'A Third' })])
    const more = screen.getByRole('region', { name: 'More by Inès Moreau' })
    expect(within(more).getByRole('link', { name: 'A Third' })).toHaveAttribute('href', '/article/a-third')
    const next = screen.getByRole('region', { name: 'Read next' })
    expect(within(next).getByRole('link', { name: title })).toBeVisible()
    expect(more.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test.each([
    [{}, 'Follow Inès Moreau by email', { following_author: 'author-1', frequency: 'published' }],
    [
      { author_uuid: null, publication: 'Night Shift', publication_slug: 'night-shift' },
      'Night Shift in your inbox',
      { following_publication: 'night-shift', frequency: 'published' },
    ],
    [{ author_uuid: null }, 'Fiction in your inbox', { category: 'fiction', frequency: 'weekly' }],
  ])('offers one line to subscribe by (%#)', (but, label, hidden) => {
    show(but)
    const form = screen.getByLabelText<HTMLInputElement>(label).form
    expect(Object.fromEntries(new FormData(form ?? undefined))).toMatchObject(hidden)
  })

  test('leads on, and says nothing if nothing comes next', () => {
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

describe('the author’s card', () => {
  const card = () => within(screen.getByRole('region', { name: 'About the author' }))

  test('shows what the author says about themselves', () => {
    show({ author_bio: 'Writes at night.\nSleeps by day.' })
    expect(card().getByText(/^Writes at night\./)).toBeVisible()
    expect(card().getByRole('link', { name: 'All stories by this author' })).toHaveAttribute(
      'href',
      '/profile/author-1',
    )
  })

  test('has a letter for a picture, and nothing for words that are missing', () => {
    show()
    expect(card().getByTestId('author-avatar')).toHaveTextContent('I')
    expect(card().queryByText(/Writes/)).toBeNull()
  })

  test('is left out where the author has no name, and has no links where they have no account', () => {
    show({ author_uuid: null })
    expect(card().queryByRole('link')).toBeNull()
    document.body.replaceChildren()
    show({ author_uuid: null, author_name: '', author: '' })
    expect(screen.queryByRole('region', { name: 'About the author' })).toBeNull()
  })
})
