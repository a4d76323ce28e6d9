import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { picturesFolder, sizes } from './pictures.ts'

const tallest = 2400

/** Puts the pictures of every screen beside one another, a sheet for each theme: what one looks at first. */
export default async function makeSheets(): Promise<void> {
  for (const screen of readdirSync(picturesFolder, { withFileTypes: true })) {
    if (!screen.isDirectory()) continue
    for (const theme of ['light', 'dark']) await makeSheet(screen.name, theme)
  }
}

async function makeSheet(screen: string, theme: string): Promise<void> {
  const folder = `${picturesFolder}/${screen}`
  const files = new Set(readdirSync(folder))
  const shown = [...sizes]
    .sort((one, other) => one.width - other.width)
    .filter(({ width }) => files.has(`${width}-${theme}.png`))
  const pictures = await Promise.all(
    shown.map(async ({ width }) => {
      const file = `${folder}/${width}-${theme}.png`
      const { height = 0 } = await sharp(file).metadata()
      const input = await sharp(file)
        .extract({ left: 0, top: 0, width, height: Math.min(height, tallest) })
        .toBuffer()
      return { input, width, height: Math.min(height, tallest) }
    }),
  )
  if (pictures.length === 0) return
  const gap = 24
  let left = gap
  const placed = pictures.map(({ input, width }) => {
    const at = { input, left, top: gap }
    left += width + gap
    return at
  })
  const height = Math.max(...pictures.map((picture) => picture.height)) + 2 * gap
  await sharp({ create: { width: left, height, channels: 3, background: theme === 'light' ? '#bbb' : '#555' } })
    .composite(placed)
    .png()
    .toFile(`${picturesFolder}/${screen}.${theme}.png`)
}
