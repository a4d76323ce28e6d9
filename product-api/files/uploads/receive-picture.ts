import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { uploadLimits } from '#contract/upload-address.ts'
import { Problem } from '#platform/problem.ts'
import { writeIncoming } from '../incoming-file.ts'
import { headBytes } from './encode-picture.ts'

/** A picture as it came, in a file of its own until it is removed. */
type Received = {
  /** The first half of its SHA-256. */
  id: string
  file: string
  head: Buffer
  remove: () => Promise<void>
}

const mostBytes = uploadLimits.bytes
/** What is too large is read on for a while: a sender that is cut off in the middle does not hear why. */
const readOnMostBytes = mostBytes

export function tooLarge(): Problem {
  const detail = `A picture has at most ${mostBytes / 1024 / 1024} MB.`
  return new Problem('too_large', { detail })
}

/**
 * Writes what comes into a file, so that however many send in parallel, none of it is held in memory.
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
    if (bytes > mostBytes + readOnMostBytes) throw tooLarge()
    if (bytes > mostBytes) return false
    if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes)
    hash.update(chunk)
    return true
  }
  await writeIncoming(body, file, { what: 'The picture', takes })
  if (bytes > mostBytes) throw tooLarge()
  return { id: hash.digest('hex').slice(0, 32), head }
}
