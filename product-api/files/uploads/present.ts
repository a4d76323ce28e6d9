import { uploadAddress } from '#contract/upload-address.ts'
import type { Upload } from '#contract/uploads.ts'
import type { UploadRow } from './repository.ts'

export function presentUpload({ id, width, height, bytes }: UploadRow): Upload {
  return { id, url: uploadAddress({ id, width, height }), width, height, bytes }
}
