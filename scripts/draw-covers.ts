/**
 * Draws the cover of every seed story, and the picture of every seed author who has one, into `public/covers`.
 * The SHA-256 of the slug decides composition and colours, so the same slug gives the same bytes on every run.
 * Prints `slug: alternative text` for each cover; the stories carry that sentence as their `image_alt`.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { compositions, type Dice } from './covers/compositions.ts'
import { type Colour, canvas, disc, turned } from './covers/shapes.ts'

const stories = new URL('../product-api/seed/stories/', import.meta.url)
const authors = new URL('../product-api/seed/authors.json', import.meta.url)
const covers = new URL('../public/covers/', import.meta.url)
const smallerWidths = [480, 960]
const fullWidth = 1440
const quality = 60

const colour = (name: string, hex: string): Colour => ({ name, hex })

const palettes: readonly { paper: string; pair: [Colour, Colour] }[] = [
  { paper: '#f3ecdc', pair: [colour('ochre', '#d3a550'), colour('dark blue', '#34506a')] },
  { paper: '#f0efe2', pair: [colour('green', '#4d8264'), colour('clay', '#cf8a6d')] },
  { paper: '#f5ebe4', pair: [colour('rose', '#d6a199'), colour('plum', '#5d4a63')] },
  { paper: '#eceeea', pair: [colour('grey-blue', '#7f9cab'), colour('sand', '#dcc191')] },
  { paper: '#f1eddb', pair: [colour('moss', '#98995a'), colour('dark green', '#3c5246')] },
  { paper: '#f4e9dc', pair: [colour('rust', '#bd6a4b'), colour('teal', '#4c7b7b')] },
]

await mkdir(covers, { recursive: true })
for (const file of (await readdir(stories)).filter((name) => name.endsWith('.md')).sort()) {
  const slug = basename(file, '.md')
  console.log(`${slug}: ${await drawCover(slug)}`)
}
for (const { key, image } of JSON.parse(await readFile(authors, 'utf8')) as { key: string; image: string | null }[]) {
  if (image) await drawAuthor(key)
}

/** Answers the alternative text. */
async function drawCover(slug: string): Promise<string> {
  const dice = diceOf(slug)
  const { paper, pair } = dice.pick(palettes)
  const compose = dice.pick(compositions)
  const [main, other] = dice.pick([pair, pair.toReversed() as typeof pair])
  const mirror = dice.pick(['', `translate(${canvas.width} 0) scale(-1 1)`])
  const { shapes, alt } = compose({ main, other }, dice)
  const picture = printed(canvas.width, canvas.height, paper, `<g transform="${mirror}">${shapes.join('')}</g>`)
  // The full width has the plain name that a story's `story_image` says; the smaller ones stand beside it.
  await save(picture, fullWidth, `${slug}.webp`)
  for (const width of smallerWidths) await save(picture, width, `${slug}-${width}.webp`)
  return alt
}

/** A disc over a shoulder: reads as a person at 32 px and loses nothing in a round crop. */
async function drawAuthor(key: string): Promise<void> {
  const dice = diceOf(`author-${key}`)
  const { paper, pair } = dice.pick(palettes)
  const head = disc(320, dice.between(260, 290), dice.between(140, 165), pair[0])
  const shoulder = disc(320, dice.between(690, 730), 330, pair[1])
  const person = turned(dice.between(-14, 14), 320, 320, shoulder, head)
  await save(printed(640, 640, paper, person), 160, `author-${key}.webp`)
}

/** Shapes on grained paper, as SVG: scaled as a drawing, so that the grain stays as fine at every width. */
function printed(width: number, height: number, paper: string, shapes: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <filter id="grain" x="0" y="0" width="100%" height="100%">
      <feTurbulence type="fractalNoise" baseFrequency="0.7" numOctaves="2" seed="7"/>
      <feColorMatrix values="0 0 0 0 0.2  0 0 0 0 0.18  0 0 0 0 0.14  0.9 0 0 0 -0.34"/>
    </filter>
    <rect width="100%" height="100%" fill="${paper}"/>${shapes}
    <rect width="100%" height="100%" filter="url(#grain)" opacity="0.5"/></svg>`)
}

async function save(picture: Buffer, width: number, name: string): Promise<void> {
  await sharp(picture)
    .resize(width)
    .webp({ quality, effort: 6 })
    .toFile(fileURLToPath(new URL(name, covers)))
}

/** Each throw uses the next byte of the hash; no drawing needs all 32. */
function diceOf(slug: string): Dice {
  const hash = createHash('sha256').update(slug).digest()
  let next = 0
  const fraction = () => hash.readUInt8(next++ % hash.length) / 256
  return {
    between: (least, most) => Math.round((least + fraction() * (most - least)) * 100) / 100,
    pick: <T>(choices: readonly T[]) => choices[Math.floor(fraction() * choices.length)] as T,
  }
}
