import { render, screen } from '@testing-library/react'
import { imageSource, StoryImage } from './story-image.tsx'

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

describe('the source of a story image', () => {
  test('our own cover has three widths, light and dark', () => {
    expect(imageSource('/covers/one-digit-off.webp')).toEqual({
      src: '/covers/one-digit-off-960.webp',
      srcSet:
        '/covers/one-digit-off-480.webp 480w, /covers/one-digit-off-960.webp 960w, /covers/one-digit-off.webp 1440w',
      isForeign: false,
      dark: {
        src: '/covers/one-digit-off-dark-960.webp',
        srcSet:
          '/covers/one-digit-off-dark-480.webp 480w, /covers/one-digit-off-dark-960.webp 960w, /covers/one-digit-off-dark.webp 1440w',
      },
    })
  })

  test('an uploaded picture has the widths that were stored', () => {
    const name = '/uploads/0123456789abcdef0123456789abcdef'
    expect(imageSource(`${name}-1440x810.webp`)).toEqual({
      src: `${name}-960x540.webp`,
      srcSet: `${name}-480x270.webp 480w, ${name}-960x540.webp 960w, ${name}-1440x810.webp 1440w`,
      isForeign: false,
    })
    expect(imageSource(`${name}-600x600.webp`)).toEqual({
      src: `${name}-600x600.webp`,
      srcSet: `${name}-480x480.webp 480w, ${name}-600x600.webp 600w`,
      isForeign: false,
    })
    expect(imageSource(`${name}-300x300.webp`)).toEqual({ src: `${name}-300x300.webp`, isForeign: false })
  })

  test('a drawn cover has a light and a dark version, at any size', () => {
    expect(imageSource('/drawn-covers/a-lamp-1x.svg')).toEqual({
      src: '/drawn-covers/a-lamp-1x.svg',
      isForeign: false,
      dark: { src: '/drawn-covers/a-lamp-1x.dark.svg' },
    })
  })

  test('any other address is shown as it is', () => {
    expect(imageSource('https://elsewhere.example/covers/a.webp')).toEqual({
      src: 'https://elsewhere.example/covers/a.webp',
      isForeign: true,
    })
    expect(imageSource('/covers/2026/a.jpg')).toEqual({ src: '/covers/2026/a.jpg', isForeign: false })
  })
})
