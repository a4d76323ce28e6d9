import { uploadLimits } from '#contract/upload-address.ts'
import type { Upload } from '#contract/uploads.ts'
import { unanswered } from './ask-server.ts'
import { CallFailure, refusalOf } from './call-failure.ts'

type Options = {
  /** Told the share of the picture that is sent, from 0 to 1; after 1 it is being made ready. */
  onProgress?: (sentShare: number) => void
  signal?: AbortSignal
}

const patienceMs = 180_000

/**
 * Uploads a picture through the BFF. Not by `fetch`, which does not say how much of a body is sent.
 * @throws CallFailure as `callBff` does, with the server's own sentence; the signal's reason where it was cancelled.
 */
export function uploadPicture(file: Blob, { onProgress, signal }: Options = {}): Promise<Upload> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    if (file.size > uploadLimits.bytes) throw tooLarge()
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    signal?.addEventListener('abort', cancel)
    request.onloadend = () => signal?.removeEventListener('abort', cancel)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onabort = () => reject(signal?.reason)
    request.onerror = () => reject(unanswered(new Error('The connection broke')))
    request.ontimeout = () => reject(unanswered(new Error('No answer in time')))
    request.onload = () => {
      if (request.status === 200 && request.response) resolve(request.response)
      else reject(refusalOf(request.status, request.getResponseHeader('retry-after'), request.response))
    }
    request.open('POST', '/api/uploads')
    request.responseType = 'json'
    request.timeout = patienceMs
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', file.type.startsWith('image/') ? file.type : 'image/unknown')
    request.send(file)
  })
}

function tooLarge(): CallFailure {
  const sentence = `A picture has at most ${uploadLimits.bytes / 1024 / 1024} MB.`
  return new CallFailure(413, sentence, { detail: sentence, code: 'too_large' })
}
