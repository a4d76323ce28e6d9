// Next bundles the BFF, so it sees another instance of this module than the server in front: the door between them is a
// registered symbol.
const key = Symbol.for('bytewise.purge')
const shared = globalThis as { [key]?: (tags: readonly string[]) => void }

/** Called once by the server that keeps the pages. */
export function openPurge(purge: (tags: readonly string[]) => void): void {
  shared[key] = purge
}

/** Drops the pages that show what a write changed, before that write is answered. */
export function purge(tags: readonly string[]): void {
  if (tags.length > 0) shared[key]?.(tags)
}
