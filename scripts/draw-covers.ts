/**
 * `npm run covers`: draws the cover of every seed story, light and dark, and the portraits of the seed authors into
 * `public/covers`, and prints their sizes. Every run gives the same bytes.
 */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import decompress from 'woff2-encoder/decompress'

const folder = fileURLToPath(new URL('../public/covers/', import.meta.url))
const fontFiles = ['latin-opsz-normal', 'latin-ext-opsz-normal', 'latin-opsz-italic']

const cleanUp = await loadFonts()
// Imported late: the drawing engine looks for fonts when it is loaded.
const { pictures } = await import('./covers/pictures.ts')

await mkdir(folder, { recursive: true })
const drawn = new Map<string, number>()
for await (const { name, bytes } of pictures()) {
  await writeFile(`${folder}${name}`, bytes)
  drawn.set(name, bytes.length)
}
for (const name of await readdir(folder)) if (!drawn.has(name)) await rm(`${folder}${name}`)
await cleanUp()

const sizes = [...drawn.values()]
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const total = sizes.reduce((sum, size) => sum + size, 0)
console.log(`${drawn.size} pictures, ${kilobytes(total)} together, the largest ${kilobytes(Math.max(...sizes))}`)

/**
 * Makes Source Serif the only font for the drawings, so that the machine's own fonts have no effect. Call it before the
 * drawing engine is loaded, which looks for fonts once. @returns a function that cleans up.
 */
async function loadFonts(): Promise<() => Promise<void>> {
  const fonts = await mkdtemp(join(tmpdir(), 'cover-fonts-'))
  const face = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/source-serif-4/package.json'))
  for (const file of fontFiles) {
    const packed = await readFile(join(face, 'files', `source-serif-4-${file}.woff2`))
    await writeFile(join(fonts, `${file}.ttf`), await decompress(packed))
  }
  const settings = join(fonts, 'fonts.conf')
  const places = `<dir>${fonts}</dir><cachedir>${join(fonts, 'cache')}</cachedir>`
  await writeFile(settings, `<?xml version="1.0"?><fontconfig>${places}</fontconfig>`)
  process.env.FONTCONFIG_FILE = settings
  return () => rm(fonts, { recursive: true, force: true })
}
