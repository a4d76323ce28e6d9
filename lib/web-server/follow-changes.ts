import { setTimeout as delay } from 'node:timers/promises'
import type { Change } from '#contract/tags.ts'

type ChangeFeedOptions = {
  productApiUrl: string
  onChange: (change: Change) => void
  /** Changes may have been missed: everything that is kept is doubtful. */
  onReset: () => void
  onConnected: (connected: boolean) => void
  /** The product API answers, but it has no such feed. */
  onMissing?: () => void
}

const firstRetryMs = 100
const longestRetryMs = 1_000
/** The feed sends a comment every 15 s: longer silence means that the connection is dead. */
const silenceMs = 40_000

/**
 * Listens to the writes of the product API (`GET /changes`, server-sent events), for ever: reconnects by itself and
 * resumes where it was. A foreign product API without a feed answers 404; then pages are simply kept for a short time.
 * @returns a function that stops listening.
 */
export function followChanges(options: ChangeFeedOptions): () => void {
  const stopped = new AbortController()
  let lastId: string | undefined
  let retryMs = firstRetryMs

  async function listen(): Promise<void> {
    const silent = new AbortController()
    let timer = setTimeout(() => silent.abort(), silenceMs)
    try {
      const response = await fetch(`${options.productApiUrl}/changes`, {
        headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
        signal: AbortSignal.any([stopped.signal, silent.signal]),
      })
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        options.onMissing?.()
        return
      }
      retryMs = firstRetryMs
      for await (const event of events(response.body)) {
        clearTimeout(timer)
        timer = setTimeout(() => silent.abort(), silenceMs)
        if (event.id !== undefined) lastId = event.id
        if (event.name === 'hello' || event.name === 'reset') options.onReset()
        else if (event.name === 'change' || event.name === 'message') options.onChange(JSON.parse(event.data) as Change)
        // Connected only once the feed has said from where on it reports: nothing can be missed after that.
        if (event.name !== 'comment' || lastId !== undefined) options.onConnected(true)
      }
    } finally {
      clearTimeout(timer)
      options.onConnected(false)
    }
  }

  void (async () => {
    while (!stopped.signal.aborted) {
      await listen().catch(() => undefined)
      if (stopped.signal.aborted) return
      await delay(retryMs, undefined, { ref: false })
      retryMs = Math.min(retryMs * 1.5, longestRetryMs)
    }
  })()
  return () => stopped.abort()
}

type FeedEvent = { name: string; data: string; id: string | undefined }

/** The events of a server-sent stream, comments included (they show that the line is alive). */
async function* events(body: ReadableStream<BufferSource>): AsyncGenerator<FeedEvent> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield parse(block)
  }
}

function parse(block: string): FeedEvent {
  const valuesOf = (field: string) => block.split('\n').flatMap((line) => line.match(`^${field}: ?(.*)$`)?.[1] ?? [])
  const data = valuesOf('data').join('')
  const [name = data ? 'message' : 'comment'] = valuesOf('event')
  return { name, data, id: valuesOf('id').at(-1) }
}
