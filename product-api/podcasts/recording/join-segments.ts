import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StorageUnavailable } from '#files/storage.ts'
import type { Context } from '#platform/context.ts'
import type { Segment } from './segment-repository.ts'
import { audioName, segmentName } from './speech-files.ts'

/** A sentence is noted as spoken, and its file is gone. */
export class SegmentMissing extends Error {
  readonly key: string

  constructor(key: string) {
    super('The file of a spoken sentence is missing')
    this.key = key
  }
}

/**
 * Puts a file of speech into the storage: the tag in front, then the sentences, one after the other. Until it is whole it is
 * elsewhere; a long one never is in memory.
 * @throws SegmentMissing; StorageUnavailable.
 */
export async function joinSegments(
  { files }: Pick<Context, 'files'>,
  { audioId, tag, segments }: { audioId: string; tag: Buffer; segments: readonly Segment[] },
): Promise<void> {
  await mkdir(files.incoming, { recursive: true, mode: 0o700 }).catch(away)
  const part = path.join(files.incoming, `${randomUUID()}.mp3`)
  try {
    const file = createWriteStream(part, { flags: 'wx', mode: 0o600 })
    await pipeline(() => content(files, tag, segments), file).catch((fault) => {
      if (fault instanceof SegmentMissing || fault instanceof StorageUnavailable) throw fault
      away(fault)
    })
    await files.storage.putFile(audioName(audioId), part, 'audio/mpeg')
  } finally {
    await rm(part, { force: true })
  }
}

async function* content(files: Context['files'], tag: Buffer, segments: readonly Segment[]) {
  yield tag
  for (const { key, bytes } of segments) {
    const file = await files.storage.get(segmentName(key))
    // Also one that a full disk cut short.
    if (file && file.bytes !== bytes) file.content.destroy()
    if (!file || file.bytes !== bytes) throw new SegmentMissing(key)
    yield* file.content
  }
}

function away(cause: unknown): never {
  throw new StorageUnavailable(cause)
}
