import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { uploadLimits } from '#contract/uploaded-pictures.ts'
import { Problem } from '#platform/problem.ts'
import { writeIncoming } from '../incoming-file.ts'
import { headBytes } from './encode-picture.ts'

/** A received picture, in a temporary file until `remove`. */
type Received = {
  /** The first half of its SHA-256. */
  id: string
  file: string
  head: Buffer
  remove: () => Promise<void>
}

const mostBytes = uploadLimits.bytes
/** Reads this much beyond the limit: a client whose connection is cut at once never sees the reason. */
const excessMostBytes = mostBytes

export function tooLarge(): Problem {
  const detail = `A picture has at most ${mostBytes / 1024 / 1024} MB.`
  return new Problem('too_large', { detail })
}

/**
 * Writes a picture to a file while it arrives, so that parallel uploads need no memory.
 * @throws Problem `too_large`, and `bad_request` if it breaks off; StorageUnavailable if the disk is full.
 */
export async function receivePicture(body: AsyncIterable<Uint8Array>, folder: string): Promise<Received> {
  const file = path.join(folder, randomUUID())
  const remove = () => rm(file, { force: true })
  try {
    return { ...(await write(body, file)), file, remove }
  } catch (fault) {
    await remove().catch(() => undefined)
    throw fault
  }
}

async function write(body: AsyncIterable<Uint8Array>, file: string) {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  const takes = (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > mostBytes + excessMostBytes) throw tooLarge()
    if (bytes > mostBytes) return false
    if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes)
    hash.update(chunk)
    return true
  }
  await writeIncoming(body, file, { what: 'The picture', takes })
  if (bytes > mostBytes) throw tooLarge()
  return { id: hash.digest('hex').slice(0, 32), head }
}
