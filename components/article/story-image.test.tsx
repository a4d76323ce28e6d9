import { render, screen } from '@testing-library/react'
import { StoryImage } from './story-image.tsx'

describe('a story image', () => {
  test('in view at once it is fetched first, below it waits', () => {
    render(
      <>
        <StoryImage url="/covers/a.webp" alt="first" sizes="100vw" fetched="first" />
        <StoryImage url="/covers/b.webp" alt="later" sizes="100vw" />
      </>,
    )
    expect(screen.getByAltText('first')).toHaveAttribute('fetchpriority', 'high')
    expect(screen.getByAltText('first')).toHaveAttribute('loading', 'eager')
    expect(screen.getByAltText('later')).toHaveAttribute('loading', 'lazy')
  })

  test('keeps its place and tells a foreign host nothing', () => {
    render(<StoryImage url="https://elsewhere.example/a.jpg" alt="foreign" sizes="100vw" />)
    const image = screen.getByAltText('foreign')
    expect(image).toHaveAttribute('width')
    expect(image).toHaveAttribute('height')
    expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
    expect(image).not.toHaveAttribute('srcset')
  })
})
