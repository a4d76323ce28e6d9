import type { Frequency } from '#contract/frequencies.ts'
import type { ImportEvent, ImportReport } from '#contract/subscriber-files.ts'
import { uploadLimits } from '#contract/uploaded-pictures.ts'
import type { Upload } from '#contract/uploads.ts'
import { splitEvents } from './ask-server.ts'
import { CallFailure, unanswered } from './call-failure.ts'
import { refusalOf } from './refusal.ts'

type SendFileOptions = {
  /** Called with the sent share of the file, from 0 to 1; after 1 the server is working on it. */
  onProgress?: ((sentShare: number) => void) | undefined
  signal?: AbortSignal | undefined
}
/** `onText` is called with all that has come of a streamed answer. */
type Sending = SendFileOptions & {
  path: string
  type: string
  patienceMs: number
  accept: string
  onText?: (all: string) => void
}

/**
 * Uploads a picture through the BFF.
 * @throws as `send` does, and CallFailure immediately for a picture that is too large.
 */
export async function uploadPicture(file: Blob, options: SendFileOptions = {}): Promise<Upload> {
  options.signal?.throwIfAborted()
  if (file.size > uploadLimits.bytes) {
    const detail = `A picture has at most ${uploadLimits.bytes / 1024 / 1024} MB.`
    throw new CallFailure(413, detail, { detail, code: 'too_large' })
  }
  const type = file.type.startsWith('image/') ? file.type : 'image/unknown'
  const sending = { path: '/uploads', type, patienceMs: 180_000, accept: 'application/json' }
  const answer = jsonIn(await send(file, { ...sending, ...options }))
  if (!answer) throw refusalOf(200, null, undefined)
  return answer as Upload
}

export type ImportSettings = {
  category: string
  frequency: Frequency
  vouched: boolean
  /** Only says what it would do. */
  dryRun: boolean
}

/** How many lines the server has read, and which share of the file they are, from 0 to 1. */
export type ReadSoFar = { rows: number; share: number }

/**
 * Imports a CSV file of subscribers through the BFF.
 * @throws as `send` does, and CallFailure for an answer that breaks off before its end.
 */
export async function importSubscribers(
  file: Blob,
  { category, frequency, vouched, dryRun }: ImportSettings,
  { onRead, ...options }: SendFileOptions & { onRead?: (read: ReadSoFar) => void } = {},
): Promise<ImportReport> {
  const query = new URLSearchParams({ category, frequency, vouched: `${vouched}`, dry_run: `${dryRun}` })
  const path = `/newsletters/subscribers/import?${query}`
  let read = 0
  let last: ImportEvent | undefined
  const onText = (all: string) => {
    const { data, rest } = splitEvents(all.slice(read))
    read = all.length - rest.length
    for (const one of data) {
      const event = jsonIn(one) as ImportEvent | undefined
      last = event ?? last
      if (event?.kind === 'progress') onRead?.({ rows: event.rows, share: event.share })
    }
  }
  // A million lines take a few minutes.
  const sending = { path, type: 'text/csv', patienceMs: 60 * 60_000, accept: 'text/event-stream', onText }
  onText(await send(file, { ...sending, ...options }))
  if (last?.kind === 'end') return last.report
  if (last?.kind === 'problem') throw refusalOf(last.problem.status, null, last.problem)
  throw unanswered(new Error('The answer broke off'))
}

/**
 * Not by `fetch`, which does not report how much of a body is sent.
 * @returns the answer's text.
 * @throws CallFailure as `callBff` does, with the server's own sentence; the signal's reason if it was cancelled.
 */
function send(file: Blob, { path, type, patienceMs, accept, onText, onProgress, signal }: Sending): Promise<string> {
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
