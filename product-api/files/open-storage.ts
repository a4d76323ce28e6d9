import path from 'node:path'
import { openDisk } from './storage/disk.ts'
import { openS3, type S3 } from './storage/s3.ts'
import type { Storage } from './storage.ts'

const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const
type Settings = { [Name in (typeof names)[number]]?: string | undefined }

/** Opens the configured bucket, or else the folder `uploads` in the data directory. */
export function openStorage(env: { DATA_DIR: string; S3?: S3 | undefined }): Storage {
  return env.S3 ? openS3(env.S3) : openDisk(path.join(env.DATA_DIR, 'uploads'))
}

/** @throws Error with one sentence if only some of the settings are set. */
export function readS3(settings: Settings): S3 | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = settings
  if (!endpoint && !bucket && !accessKey && !secretKey) return undefined
  if (endpoint && bucket && accessKey && secretKey) return { endpoint, bucket, accessKey, secretKey }
  const missing = names.find((name) => !settings[name])
  throw new Error(
    `The setting ${missing} is wrong: S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY belong together`,
  )
}
