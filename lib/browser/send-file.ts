import { unanswered } from './ask-server.ts'
import { refusalOf } from './call-failure.ts'

export type SendFileOptions = {
  /** Told the share of the file that is sent, from 0 to 1; after 1 the server works on it. */
  onProgress?: ((sentShare: number) => void) | undefined
  signal?: AbortSignal | undefined
}
type Sending = SendFileOptions & { path: string; type: string; patienceMs: number }

/**
 * Sends a file through the BFF. Not by `fetch`, which does not say how much of a body is sent.
 * @throws CallFailure as `callBff` does, with the server's own sentence; the signal's reason where it was cancelled.
 */
export function sendFile<T>(file: Blob, { path, type, patienceMs, onProgress, signal }: Sending): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
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
    request.open('POST', `/api${path}`)
    request.responseType = 'json'
    request.timeout = patienceMs
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', type)
    request.send(file)
  })
}
