import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { subscriberFiles } from '#contract/subscriber-files.ts'
import { writeIncoming } from '#files/incoming-file.ts'
import { Problem } from '#platform/problem.ts'

const { mostBytes } = subscriberFiles.import.takesFile

/**
 * Does something with what comes once it is a file, so that no slow connection holds a transaction open; afterwards the
 * file is gone. What a killed process leaves behind goes with the job `forget-unused-uploads`.
 * @throws Problem `too_large`, and `bad_request` if it breaks off; StorageAway if the disk is full.
 */
export async function withFile<T>(
  body: AsyncIterable<Uint8Array>,
  folder: string,
  act: (file: string, bytes: number) => Promise<T>,
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
    return await act(file, bytes)
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

export function tooLarge(): Problem {
  return new Problem('too_large', { detail: `A file has at most ${mostBytes / 1024 / 1024} MB.` })
}
