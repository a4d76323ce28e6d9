/**
 * `npm run covers`: turns each drawing of `scripts/covers` into WebP files, and JPEG ones for emails, in `public/covers`: the cover of every seed
 * story, light and dark, and the portraits of the seed authors. Prints their sizes. Every run gives the same bytes.
 */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import decompress from 'woff2-encoder/decompress'
import { repeatableRandom } from './seed/repeatable-random.ts'

type Theme = 'light' | 'dark'

const drawings = join(import.meta.dirname, 'covers')
const folder = join(import.meta.dirname, '../public/covers')
const fontFiles = ['latin-opsz-normal', 'latin-ext-opsz-normal', 'latin-opsz-italic']

/** The width with the plain name is the one in a story's `story_image`; the smaller ones are beside it. */
const widths = { '': 1440, '-960': 960, '-480': 480 }
const portraitWidth = 192

/** The drawing engine knows no media queries: the dark theme's rules replace those above them, or are left out. */
export function inTheme(svg: string, theme: Theme): string {
  const rules = /@media \(prefers-color-scheme: dark\) \{(.*)\}\s*(?=<\/style>)/s
  return svg.replace(rules, theme === 'dark' ? '$1' : '')
}

/** Specks without ink, as on cheap paper: over the whole sheet, the same on all. */
function grain(theme: Theme): string {
  const next = repeatableRandom(1957)
  const rounded = (value: number) => Math.round(value * 10) / 10
  const specks = (count: number, fill: string, most: number, opacity: number) => {
    const circles = Array.from({ length: count }, () => {
      const [x, y, r] = [rounded(next() * 1440), rounded(next() * 810), rounded(0.8 + next() ** 4 * most)]
      return `<circle cx="${x}" cy="${y}" r="${r}"/>`
    })
    return `<g fill="${fill}" opacity="${opacity}">${circles.join('')}</g>`
  }
  const pale = specks(380, '#fff6e0', 2, theme === 'light' ? 0.24 : 0.08)
  return pale + specks(300, '#1d1206', 1.8, theme === 'light' ? 0.16 : 0.4)
}

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

async function drawCovers(): Promise<void> {
  const cleanUp = await loadFonts()
  const { default: sharp } = await import('sharp')
  const written = new Map<string, number>()
  /** Flat colours with sharp edges: colour is kept at full resolution along them. */
  const write = async (name: string, picture: Buffer, width: number) => {
    const sized = sharp(picture).resize(width)
    const encoded = name.endsWith('.jpg')
      ? sized.jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
      : sized.webp({ quality: 82, effort: 6, smartSubsample: true })
    written.set(name, (await encoded.toFile(join(folder, name))).size)
  }

  await mkdir(folder, { recursive: true })
  for (const file of await readdir(drawings)) {
    const svg = await readFile(join(drawings, file), 'utf8')
    const name = basename(file, '.svg')
    // A portrait stands on a middle ground: one picture serves both themes.
    if (name.startsWith('author-')) {
      for (const type of ['webp', 'jpg']) await write(`${name}.${type}`, Buffer.from(svg), portraitWidth)
      continue
    }
    for (const theme of ['light', 'dark'] as const) {
      const printed = inTheme(svg, theme).replace('</svg>', `${grain(theme)}</svg>`)
      // The smaller widths are made from the full one, so that every one shows the same.
      const sheet = await sharp(Buffer.from(printed)).png().toBuffer()
      for (const [suffix, width] of Object.entries(widths)) {
        await write(`${name}${theme === 'dark' ? '-dark' : ''}${suffix}.webp`, sheet, width)
        // Emails show the light one, as a JPEG in the smaller widths (story-html/mail-picture.ts).
        if (theme === 'light' && suffix) await write(`${name}${suffix}.jpg`, sheet, width)
      }
    }
  }
  for (const name of await readdir(folder)) if (!written.has(name)) await rm(join(folder, name))
  await cleanUp()

  const sizes = [...written.values()]
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`${sizes.length} pictures, ${kilobytes(total)} together, the largest ${kilobytes(Math.max(...sizes))}`)
}

if (import.meta.main) void drawCovers()
