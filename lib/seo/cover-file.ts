import { stat } from 'node:fs/promises'
import { join } from 'node:path'

export type CoverFile = { bytes: number; type: string }

const cover = /^\/covers\/[\w-]+\.webp$/

/** Size and type of a cover of ours; undefined for a picture on another host, for which they are unknown. */
export async function coverFile(path: string): Promise<CoverFile | undefined> {
  if (!cover.test(path)) return undefined
  try {
    // By the working folder: the bundler moves this file, not the covers.
    const { size } = await stat(join(process.cwd(), 'public', path))
    return { bytes: size, type: 'image/webp' }
  } catch {
    return undefined
  }
}
