import { streamSSE } from 'hono/streaming'
import type { z } from 'zod'
import type { HttpContext } from './api.ts'
import { failureBody, problemOf } from './failures.ts'

/** An answer that is streamed while it is made; it ends early when the signal says that the client is gone. */
export class EventAnswer {
  readonly events: (gone: AbortSignal) => AsyncIterable<unknown>
  /** Proxies between us and the caller take a silent connection for a dead one. */
  readonly silenceMs: number

  constructor(events: EventAnswer['events'], { silenceMs = 15_000 } = {}) {
    this.events = events
    this.silenceMs = silenceMs
  }
}

/** Server-sent events, each by its schema; a failure after the beginning is the last of them. */
export function answerEvents(c: HttpContext, { events, silenceMs }: EventAnswer, schema: z.ZodType): Response {
  return streamSSE(c, async (stream) => {
    const gone = new AbortController()
    stream.onAbort(() => gone.abort())
    const alive = setInterval(() => void stream.write(': still here\n\n'), silenceMs)
    const say = (event: unknown) => stream.writeSSE({ data: JSON.stringify(schema.parse(event)) })
    try {
      for await (const event of events(gone.signal)) await say(event)
    } catch (fault) {
      if (!gone.signal.aborted) {
        await say({ kind: 'problem', problem: failureBody(problemOf(c, fault), c.get('requestId')) })
      }
    } finally {
      clearInterval(alive)
    }
  })
}
