/** Runs it for the first call; later ones get the same answer. */
export function runOnce<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= run()
    return running
  }
}
