import { streamSSE } from 'hono/streaming'
import { Answer } from './endpoint.ts'
import { failureBody, problemOf } from './failures.ts'

/**
 * Answers server-sent events while they are produced, each parsed by the call's schema; a failure after the start
 * becomes the last event. The events end early when the client is gone (`gone` is aborted).
 * @param options `silenceMs`: the interval of keep-alives, because proxies close a silent connection.
 */
export function answerEvents(
  events: (gone: AbortSignal) => AsyncIterable<unknown>,
  { silenceMs = 15_000 } = {},
): Answer {
  return new Answer((c, { events: schema, response }) =>
    streamSSE(c, async (stream) => {
      const gone = new AbortController()
      stream.onAbort(() => gone.abort())
      const alive = setInterval(() => void stream.write(': still here\n\n'), silenceMs)
      const say = (event: unknown) => stream.writeSSE({ data: JSON.stringify((schema ?? response).parse(event)) })
      try {
        for await (const event of events(gone.signal)) await say(event)
      } catch (fault) {
        if (gone.signal.aborted) return
        await say({ kind: 'problem', problem: failureBody(problemOf(c, fault), c.get('requestId')) })
      } finally {
        clearInterval(alive)
      }
    }),
  )
}

/** A running task and its progress. */
export type TrackedTask<P, R> = {
  /** Resolves with the first progress or the end. @throws the task's error if it failed before any progress. */
  begun: Promise<void>
  /** Yields the latest progress whenever it changes, and then the result. @throws the task's error. */
  steps(): AsyncGenerator<{ progress: P } | { result: R }>
}

/** Runs a task that reports its progress. A slow watcher misses steps, and the task continues if its watcher leaves. */
export function trackProgress<P, R>(run: (say: (progress: P) => void) => Promise<R>): TrackedTask<P, R> {
  let latest: P | undefined
  let isOver = false
  let news = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const result = run((progress) => {
    latest = progress
    begun.resolve()
    news.resolve()
  })
  result.then(begun.resolve as () => void, begun.reject).finally(() => {
    isOver = true
    news.resolve()
  })
  async function* steps() {
    for (;;) {
      await news.promise
      if (isOver) break
      news = Promise.withResolvers<void>()
      if (latest !== undefined) yield { progress: latest }
    }
    yield { result: await result }
  }
  return { begun: begun.promise, steps }
}
