import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openArchiveBucket } from '#archive/bucket.ts'
import type { ApiEnv } from '#product-api/start/env.ts'
import type { OnProgress } from './progress.ts'

/** Where archives go. */
export type Target = {
  /** The folder that an archive is written in. */
  folder: string
  /** Brings a complete archive to its place, and earlier ones that did not get there. @returns where it is. */
  deliver(file: string, onProgress: OnProgress): Promise<string>
}

const inBucket = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,62})(?:\/(?<folder>[\w./-]*))?$/

/**
 * Opens a folder, or a bucket (`s3://bucket/folder`) of the service of `S3_ENDPOINT`.
 * @throws Error with one sentence if it can't be used.
 */
export function openTarget(env: ApiEnv, to: string | undefined): Target {
  const where = to ?? path.join(env.DATA_DIR, 'backups')
  if (!where.startsWith('s3:')) {
    const folder = path.resolve(where)
    makeFolder(folder)
    return { folder, deliver: async (file) => file }
  }
  const { bucket, prefix } = readBucketAddress(where)
  const archives = openArchiveBucket({ ...storageOf(env), bucket })
  const outgoing = path.join(env.DATA_DIR, 'backups', 'outgoing', bucket, prefix)
  makeFolder(outgoing)
  return {
    folder: outgoing,
    deliver: async (_, onProgress) => {
      const waiting = readdirSync(outgoing).filter((name) => name.endsWith('.zip'))
      for (const name of waiting.sort()) {
        const file = path.join(outgoing, name)
        await archives.upload(`${prefix}${name}`, file, (done, of) => onProgress({ what: 'bytes uploaded', done, of }))
        rmSync(file)
      }
      return `s3://${bucket}/${prefix}${waiting.at(-1)}`
    },
  }
}

/** @throws Error with one sentence. `prefix` is empty or ends in a slash. */
export function readBucketAddress(address: string): { bucket: string; prefix: string } {
  const { bucket, folder = '' } = inBucket.exec(address)?.groups ?? {}
  if (!bucket) throw new Error(`${address} is no address of a bucket: it must look like s3://bucket/folder`)
  const prefix = folder.split('/').filter(Boolean).join('/')
  return { bucket, prefix: prefix && `${prefix}/` }
}

/** @throws Error with one sentence if no storage service is set. */
export function storageOf({ S3 }: ApiEnv) {
  if (S3) return S3
  throw new Error('A bucket needs the settings S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY')
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Error(`The folder ${folder} can't be made: ${(cause as Error).message}`, { cause })
  }
}
