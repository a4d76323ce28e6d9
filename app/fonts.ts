import localFont from 'next/font/local'

// `npm run fonts` makes the files. next/font reads these calls at build time: every value must be a literal. The fall-backs
// are in globals.css: next/font measures one weight only, and knows no face that Linux has.

/** The reading face. Only this file is preloaded. */
export const serifLatin = localFont({
  src: './fonts/source-serif-4-latin-wght-normal.woff2',
  weight: '400 650',
  style: 'normal',
  display: 'swap',
  variable: '--serif-latin',
  adjustFontFallback: false,
})

export const serifItalic = localFont({
  src: './fonts/source-serif-4-latin-wght-italic.woff2',
  weight: '400 600',
  style: 'italic',
  display: 'swap',
  variable: '--serif-italic',
  preload: false,
  adjustFontFallback: false,
})

/** Letters such as č, ł and ş: loaded by pages that have one. */
export const serifLatinExt = localFont({
  src: './fonts/source-serif-4-latin-ext-wght-normal.woff2',
  weight: '400 650',
  style: 'normal',
  display: 'swap',
  variable: '--serif-latin-ext',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C4, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
})
