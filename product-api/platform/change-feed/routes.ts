import { streamSSE } from 'hono/streaming'
import type { Api } from '../http/api.ts'
import { Problem } from '../problem.ts'
import type { ChangeFeed } from './change-feed.ts'

const changesPath = '/changes'

/** The change feed as server-sent events; a subscriber that was disconnected resumes with `Last-Event-ID`. */
export function changeRoutes({ hono }: Api, { feed }: { feed: ChangeFeed }): void {
  hono.get(changesPath, (c) => {
    c.set('route', changesPath)
    const lastId = c.req.header('last-event-id')
    if (feed.isFull) {
      throw new Problem('unavailable', {
        detail: 'The change feed has all the subscribers it takes',
        retryAfterSeconds: 5,
      })
    }
    c.header('cache-control', 'no-store')
    return streamSSE(c, async (stream) => {
      const gone = new AbortController()
      stream.onAbort(() => gone.abort())
      try {
        for await (const event of feed.subscribe(readId(lastId), gone.signal)) {
          if (event.kind === 'silence') await stream.write(': still here\n\n')
          else await stream.writeSSE(message(event.kind, event.change))
        }
      } catch (fault) {
        // The stream ends; the subscriber reconnects and resumes from its last id.
        c.get('logger').warn({ err: fault }, 'a change feed was cut off')
      }
    })
  })
}

function message(kind: 'change' | 'hello' | 'reset', change: { id: number; tags: string[] }) {
  const event = kind === 'change' ? {} : { event: kind }
  return { ...event, id: String(change.id), data: JSON.stringify(change) }
}

/** A malformed id is treated like one that is too old: the subscriber gets a `reset`. */
function readId(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  return /^\d{1,15}$/.test(header) ? Number(header) : Number.POSITIVE_INFINITY
}
