import { buffer } from 'node:stream/consumers'
import type { Context } from '#platform/context.ts'
import { createConcurrencyLimit } from '#platform/limits/fair-queue.ts'
import { Problem } from '#platform/problem.ts'
import type { Storage } from '../storage.ts'
import { loadSharp } from './encode-picture.ts'

type Opened = Awaited<ReturnType<Storage['get']>>

const quality = 82

/** The JPEG beside a stored WebP file. */
export function jpegName(webpName: string): string {
  return webpName.replace(/\.webp$/, '.jpg')
}

const underWay = new Map<string, Promise<boolean>>()

/**
 * Opens the JPEG of a stored WebP file, for email apps; it is made when it is first asked for. Undefined if there is no
 * such file. @throws Problem `unavailable` if too many are waiting; StorageUnavailable.
 */
export async function openJpeg({ files }: Pick<Context, 'files'>, webpName: string): Promise<Opened> {
  const name = jpegName(webpName)
  const known = await files.storage.get(name)
  if (known) return known
  const making =
    underWay.get(name) ??
    withinLimit({ client: name, isKnown: true }, () => makeJpeg(files.storage, webpName)).finally(() =>
      underWay.delete(name),
    )
  underWay.set(name, making)
  return (await making) ? files.storage.get(name) : undefined
}

/** @returns whether there is such a file. */
async function makeJpeg(storage: Storage, webpName: string): Promise<boolean> {
  const webp = await storage.get(webpName)
  if (!webp) return false
  const sharp = await loadSharp()
  // JPEG has no transparency.
  const jpeg = sharp(await buffer(webp.content))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
  const name = jpegName(webpName)
  await storage.put(name, await jpeg.toBuffer(), 'image/jpeg')
  // The picture was deleted meanwhile, and its JPEG with it: this one came too late.
  const isThere = await storage.get(webpName)
  isThere?.content.destroy()
  if (!isThere) await storage.delete(name)
  return isThere !== undefined
}

// The inbox of everyone who gets an email asks for its pictures at once.
const withinLimit = createConcurrencyLimit({ atOnce: 1, waitingMost: 200, waitingMostEach: 1, tooBusy })

function tooBusy(): Problem {
  return new Problem('unavailable', { detail: 'Too many pictures are being prepared right now.', retryAfterSeconds: 5 })
}
