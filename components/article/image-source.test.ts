import { imageSource } from './image-source.ts'

describe('the source of a story image', () => {
  test('a cover of ours comes in three widths', () => {
    expect(imageSource('/covers/one-digit-off.webp')).toEqual({
      src: '/covers/one-digit-off-960.webp',
      srcSet:
        '/covers/one-digit-off-480.webp 480w, /covers/one-digit-off-960.webp 960w, /covers/one-digit-off.webp 1440w',
      isForeign: false,
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
