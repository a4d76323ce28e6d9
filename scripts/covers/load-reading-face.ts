import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import decompress from 'woff2-encoder/decompress'

const slices = ['latin-opsz-normal', 'latin-ext-opsz-normal', 'latin-opsz-italic']

/**
 * Makes the reading face the only one that drawings know, so that the machine's own fonts have no effect. It must be
 * called before the first picture is drawn: the engine looks for fonts once. @returns a function that cleans up.
 */
export async function loadReadingFace(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'cover-fonts-'))
  const face = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/source-serif-4/package.json'))
  for (const slice of slices) {
    const packed = await readFile(join(face, 'files', `source-serif-4-${slice}.woff2`))
    await writeFile(join(folder, `${slice}.ttf`), await decompress(packed))
  }
  const settings = join(folder, 'fonts.conf')
  const places = `<dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir>`
  await writeFile(settings, `<?xml version="1.0"?><fontconfig>${places}</fontconfig>`)
  process.env.FONTCONFIG_FILE = settings
  return () => rm(folder, { recursive: true, force: true })
}
