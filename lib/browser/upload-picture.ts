import { uploadLimits } from '#contract/uploaded-pictures.ts'
import type { Upload } from '#contract/uploads.ts'
import { CallFailure } from './call-failure.ts'
import { type SendFileOptions, sendFile } from './send-file.ts'

const patienceMs = 180_000

/**
 * Uploads a picture through the BFF.
 * @throws as `sendFile` does, and CallFailure immediately for a picture that is too large.
 */
export async function uploadPicture(file: Blob, options: SendFileOptions = {}): Promise<Upload> {
  options.signal?.throwIfAborted()
  if (file.size > uploadLimits.bytes) throw tooLarge()
  const type = file.type.startsWith('image/') ? file.type : 'image/unknown'
  return sendFile<Upload>(file, { path: '/uploads', type, patienceMs, ...options })
}

function tooLarge(): CallFailure {
  const sentence = `A picture has at most ${uploadLimits.bytes / 1024 / 1024} MB.`
  return new CallFailure(413, sentence, { detail: sentence, code: 'too_large' })
}
