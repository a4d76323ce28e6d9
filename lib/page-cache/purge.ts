type Purge = (tags: readonly string[]) => void

// Shared by a symbol because Next bundles the handlers apart from the server that owns the cache.
const key = Symbol.for('bytewise.purge')
const shared = globalThis as { [key]?: Purge }

export function providePurge(purge: Purge): void {
  shared[key] = purge
}
