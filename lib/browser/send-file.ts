import { splitEvents, unanswered } from './ask-server.ts'
import { refusalOf } from './call-failure.ts'

export type SendFileOptions = {
  /** Called with the sent share of the file, from 0 to 1; after 1 the server is working on it. */
  onProgress?: ((sentShare: number) => void) | undefined
  signal?: AbortSignal | undefined
}
type Sending = SendFileOptions & { path: string; type: string; patienceMs: number }
type Hearing = { accept: string; onText?: (all: string) => void }

/**
 * Sends a file through the BFF. Not by `fetch`, which does not report how much of a body is sent.
 * @throws CallFailure as `callBff` does, with the server's own sentence; the signal's reason if it was cancelled.
 */
export async function sendFile<T>(file: Blob, sending: Sending): Promise<T> {
  const answer = jsonIn(await transmit(file, sending, { accept: 'application/json' }))
  if (!answer) throw refusalOf(200, null, undefined)
  return answer as T
}

/**
 * Like `sendFile`, for a call that streams its answer.
 * @param onEvent called with every event
 * @returns the last one.
 * @throws CallFailure as `sendFile` does, and for an answer that breaks off before its end.
 */
export async function sendFileForEvents<E extends { kind: string }>(
  file: Blob,
  { onEvent, ...sending }: Sending & { onEvent: (event: E) => void },
): Promise<E> {
  let read = 0
  let last: E | undefined
  const onText = (all: string) => {
    const { data, rest } = splitEvents(all.slice(read))
    read = all.length - rest.length
    for (const one of data) {
      const event = jsonIn(one) as E | undefined
      if (!event) continue
      last = event
      onEvent(event)
    }
  }
  onText(await transmit(file, sending, { accept: 'text/event-stream', onText }))
  if (last?.kind !== 'end' && last?.kind !== 'problem') throw unanswered(new Error('The answer broke off'))
  return last
}

/** @returns the answer's text. */
function transmit(
  file: Blob,
  { path, type, patienceMs, onProgress, signal }: Sending,
  { accept, onText }: Hearing,
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    signal?.addEventListener('abort', cancel)
    request.onloadend = () => signal?.removeEventListener('abort', cancel)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    if (onText) request.onprogress = () => request.status === 200 && onText(request.responseText)
    request.onabort = () => reject(signal?.reason)
    request.onerror = () => reject(unanswered(new Error('The connection broke')))
    request.ontimeout = () => reject(unanswered(new DOMException('No answer in time', 'TimeoutError')))
    request.onload = () => {
      const { status, responseText } = request
      if (status === 200) resolve(responseText)
      else reject(refusalOf(status, request.getResponseHeader('retry-after'), jsonIn(responseText)))
    }
    request.open('POST', `/api${path}`)
    request.timeout = patienceMs
    request.setRequestHeader('accept', accept)
    request.setRequestHeader('content-type', type)
    request.send(file)
  })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
