/**
 * Draws the cover of every seed story, by day and by night, and the portraits of the seed authors, into `public/covers`.
 * The same sources give the same bytes on every run. Prints how large the pictures came out.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { loadReadingFace } from './covers/load-reading-face.ts'

const folder = fileURLToPath(new URL('../public/covers/', import.meta.url))

const cleanUp = await loadReadingFace()
// Only now: the engine looks for fonts when it is loaded.
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
