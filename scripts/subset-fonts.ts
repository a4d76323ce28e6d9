/**
 * `npm run fonts`: makes the reading face's files for `app/fonts.ts`, with the weights that the styles use and every letter
 * and ligature of the package's own files. Every run gives the same bytes.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const source = new URL('../node_modules/@fontsource-variable/source-serif-4/', import.meta.url)
const folder = new URL('../app/fonts/', import.meta.url)
const latin = '0000-00FF,0131,0152-0153,02BB-02BC,02C6,02DA,02DC,0304,0308,0329,2000-206F,20AC,2122,2191,2193,2212,2215'
const latinExt =
  '0100-02BA,02BD-02C5,02C7-02CC,02CE-02D7,02DD-02FF,1D00-1DBF,1E00-1E9F,1EF2-1EFF,20A0-20AB,20AD-20C4,2113,2C60-2C7F,A720-A7FF'
/** From running text to `strong`, which is a little lighter in italics; the package's files go from 200 to 900. */
const files = [
  { name: 'latin-wght-normal', letters: latin, weights: { min: 400, max: 650 } },
  { name: 'latin-wght-italic', letters: latin, weights: { min: 400, max: 600 } },
  { name: 'latin-ext-wght-normal', letters: latinExt, weights: { min: 400, max: 650 } },
]

await mkdir(folder, { recursive: true })
await copyFile(new URL('LICENSE', source), new URL('LICENSE', folder))
for (const { name, letters, weights } of files) {
  const font = await readFile(new URL(`files/source-serif-4-${name}.woff2`, source))
  const made = await subsetFont(font, textOf(letters), { targetFormat: 'woff2', variationAxes: { wght: weights } })
  await writeFile(new URL(`source-serif-4-${name}.woff2`, folder), made)
}
console.log(`The fonts are in ${fileURLToPath(folder)}`)

/** Every character of a list of ranges. */
function textOf(ranges: string): string {
  const codes = ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map((code) => Number.parseInt(code, 16))
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
  return String.fromCodePoint(...codes)
}
