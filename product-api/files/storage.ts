import type { Readable } from 'node:stream'
import { ServiceUnavailable } from '#platform/problem.ts'

/** The first and the last byte. */
export type FilePart = { start: number; end: number }

/** Stores files by name. A name consists of plain words and slashes, and never contains user input. */
export type Storage = {
  /** Atomic: never leaves a partial file. @throws StorageUnavailable */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** Like `put`, but streams a local file, which may be larger than memory. @throws StorageUnavailable */
  putFile(name: string, file: string, type: string): Promise<void>
  /**
   * Reads a file, or a part of it: both ends are inclusive, and `bytes` is the part's length. Undefined if there is no
   * such file. @throws StorageUnavailable
   */
  get(name: string, part?: FilePart): Promise<{ content: Readable; bytes: number } | undefined>
  /** Succeeds for a missing file too. @throws StorageUnavailable */
  delete(name: string): Promise<void>
}

/** Translates the failure of a disk or a service. @throws StorageUnavailable */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new StorageUnavailable(cause)
  }
}

/** The disk is full, or the storage service fails. */
export class StorageUnavailable extends ServiceUnavailable {
  constructor(cause: unknown) {
    const detail = 'We can’t reach our files right now. Please try again in a moment.'
    super('the storage is not available', { detail, retryAfterSeconds: 10, cause })
    this.name = 'StorageUnavailable'
  }
}
