/** A task under way, and what it says of its progress. */
export type TrackedTask<P, R> = {
  /** Settles with the first progress, or with the end. @throws what the task failed with before any progress. */
  begun: Promise<void>
  /** The latest progress whenever there is some, and then the result. @throws what the task failed with. */
  steps(): AsyncGenerator<{ progress: P } | { result: R }>
}

/**
 * Runs a task that says how far it is. A watcher that is slow misses steps, and one that leaves ends nothing: the task goes
 * on by itself.
 */
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
