import { imageSource } from './image-source.ts'

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

  test('any other address is shown as it is', () => {
    expect(imageSource('https://elsewhere.example/covers/a.webp')).toEqual({
      src: 'https://elsewhere.example/covers/a.webp',
      isForeign: true,
    })
    expect(imageSource('/covers/2026/a.jpg')).toEqual({ src: '/covers/2026/a.jpg', isForeign: false })
  })
})
