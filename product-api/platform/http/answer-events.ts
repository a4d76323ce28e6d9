import { streamSSE } from 'hono/streaming'
import type { z } from 'zod'
import type { HttpContext } from './api.ts'
import { failureBody, problemOf } from './failures.ts'

/** An answer that is streamed while it is produced; it ends early when the client is gone (`gone` is aborted). */
export class EventAnswer {
  readonly events: (gone: AbortSignal) => AsyncIterable<unknown>
  /** The interval of keep-alives: proxies close a silent connection. */
  readonly silenceMs: number

  constructor(events: EventAnswer['events'], { silenceMs = 15_000 } = {}) {
    this.events = events
    this.silenceMs = silenceMs
  }
}

/** Sends events as server-sent events, each parsed by its schema; a failure after the start becomes the last event. */
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
