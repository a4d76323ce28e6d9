import { render, screen } from '@testing-library/react'
import { StoryImage } from './story-image.tsx'

const uploaded = '/uploads/0123456789abcdef0123456789abcdef-1440x810.webp'

describe('a story image', () => {
  test('is fetched first if it is in view, and later if it is below', () => {
    render(
      <>
        <StoryImage url={uploaded} alt="first" sizes="100vw" fetched="first" />
        <StoryImage url={uploaded} alt="later" sizes="100vw" />
      </>,
    )
    expect(screen.getByAltText('first')).toHaveAttribute('fetchpriority', 'high')
    expect(screen.getByAltText('first')).toHaveAttribute('loading', 'eager')
    expect(screen.getByAltText('later')).toHaveAttribute('loading', 'lazy')
  })

  test('our own cover has a light and a dark version, and the hidden one is not fetched', () => {
    render(<StoryImage url="/covers/a.webp" alt="a well" sizes="100vw" fetched="first" className="aspect-video" />)
    const [day, night] = screen.getAllByAltText('a well')
    expect(day).toHaveClass('by-day')
    expect(day).toHaveAttribute('src', '/covers/a-960.webp')
    expect(night).toHaveClass('by-night')
    expect(night).toHaveAttribute('src', '/covers/a-dark-960.webp')
    // To its neighbours, the pair is one picture.
    expect(day?.parentElement).toBe(night?.parentElement)
    expect(day?.parentElement).toHaveClass('picture', 'aspect-video')
    for (const picture of [day, night]) {
      // Browsers fetch a hidden picture, unless it is lazy.
      expect(picture).toHaveAttribute('loading', 'lazy')
      expect(picture).toHaveAttribute('fetchpriority', 'high')
    }
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
