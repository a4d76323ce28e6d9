import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '#platform/problem.ts'
import { orUnavailable } from './storage.ts'

/**
 * Writes an upload to a new file that only this process's user can read; skips the chunks for which `takes` is false.
 * @param what the subject of a sentence to the sender: `The picture didn’t arrive complete.`
 * @throws Problem `bad_request` if it is interrupted; StorageUnavailable if the disk is full; anything that `takes`
 * throws.
 */
export async function writeIncoming(
  body: AsyncIterable<Uint8Array>,
  file: string,
  { what, takes }: { what: string; takes: (chunk: Uint8Array) => boolean },
): Promise<void> {
  const handle = await orUnavailable(openNew(file))
  try {
    for await (const chunk of whole(body, what)) {
      if (takes(chunk)) await orUnavailable(handle.writeFile(chunk))
    }
  } finally {
    await handle.close()
  }
}

async function openNew(file: string) {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  return open(file, 'wx', 0o600)
}

/** Translates an interrupted upload into a problem. */
async function* whole(body: AsyncIterable<Uint8Array>, what: string) {
  try {
    yield* body
  } catch (cause) {
    throw new Problem('bad_request', { detail: `${what} didn’t arrive complete. Please try again.`, cause })
  }
}
