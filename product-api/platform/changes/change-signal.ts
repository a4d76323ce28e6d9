/** Wakes the change feed of this process. */
export class ChangeSignal {
  readonly #listeners = new Set<() => void>()

  /** @returns what stops listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  raise(): void {
    for (const listener of this.#listeners) listener()
  }
}
