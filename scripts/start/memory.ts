/** Megabytes in which no process was ended under load, stories being read aloud; measured by `npm run bench -- memory`. */
const neededMb = { embedded: 700, native: 512 }

/** Memory outside of the heaps: code and buffers of all processes, and the embedded database. */
const outsideMb = { embedded: 280, native: 180 }

/** Below `least` a start would mostly collect garbage; above `most` nothing becomes faster. */
const heapMb = { least: 128, most: 4096 }

type Database = keyof typeof neededMb

/** A warning if the system may kill a start for lack of memory; undefined if there is enough. */
export function warnOfMemory(availableMb: number, database: Database): string | undefined {
  if (availableMb >= neededMb[database]) return undefined
  const [what, otherwise] =
    database === 'embedded'
      ? ['the embedded database', ', or DATABASE_URL with a PostgreSQL server']
      : ['the product on PostgreSQL', '']
  return `This machine or container has ${availableMb} MB of memory; ${what} needs ${neededMb[database]}. If the start is ended, give it more${otherwise}.`
}

/**
 * Node's flags that limit the heaps of the renderers and the product API, so that all fit into memory when full. Without
 * them each process may use half of it, and the system would kill one of them.
 */
export function heapFlags(
  availableMb: number,
  database: Database,
  renderers: number,
): { web: string[]; api: string[] } {
  const share = Math.floor((availableMb - outsideMb[database]) / (renderers + 1))
  const heap = `--max-old-space-size=${Math.min(Math.max(share, heapMb.least), heapMb.most)}`
  // Half of V8's default size for young objects: the API is as fast, and uses tens of megabytes less.
  return { web: [heap], api: [heap, '--max-semi-space-size=8'] }
}
