import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { subscriberFiles } from '#contract/subscriber-files.ts'
import { Problem } from '../problem.ts'
import { writeIncoming } from '../storage/incoming-file.ts'

const { mostBytes } = subscriberFiles.import.takesFile

/**
 * Does something with what comes once it is a file, so that nobody's slow line holds a transaction open; afterwards the file
 * is gone. What a killed process leaves behind goes with the job `forget-unused-uploads`.
 * @throws Problem `too_large`, and `bad_request` where it breaks off; StorageAway where the disk is full.
 */
export async function withFile<T>(
  body: AsyncIterable<Uint8Array>,
  folder: string,
  act: (file: string) => Promise<T>,
): Promise<T> {
  const file = path.join(folder, randomUUID())
  try {
    let bytes = 0
    const takes = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > mostBytes) throw tooLarge()
      return true
    }
    await writeIncoming(body, file, { what: 'The file', takes })
    return await act(file)
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

export function tooLarge(): Problem {
  return new Problem('too_large', { detail: `A file has at most ${mostBytes / 1024 / 1024} MB.` })
}
