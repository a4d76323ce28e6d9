import type { Readable } from 'node:stream'
import { ServiceUnavailable } from '#platform/problem.ts'

/** The first and the last byte. */
export type FilePart = { start: number; end: number }

/** Where files are kept by name. A name is plain words with slashes between; it never comes from outside. */
export type Storage = {
  /** Whole or not at all. @throws StorageUnavailable */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** As `put`, of a file of this machine that need not fit into memory. @throws StorageUnavailable */
  putFile(name: string, file: string, type: string): Promise<void>
  /**
   * Of a part: both ends count, and `bytes` are those of the part. @throws StorageUnavailable; undefined for a file that does
   * not exist.
   */
  get(name: string, part?: FilePart): Promise<{ content: Readable; bytes: number } | undefined>
  /** Also of what is not there. @throws StorageUnavailable */
  delete(name: string): Promise<void>
}

/** The disk is full, or the service that keeps the files does not answer as it should. */
export class StorageUnavailable extends ServiceUnavailable {
  constructor(cause: unknown) {
    const detail = 'We can’t reach our files right now. Please try again in a moment.'
    super('the storage is not available', { detail, retryAfterSeconds: 10, cause })
    this.name = 'StorageUnavailable'
  }
}
