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
