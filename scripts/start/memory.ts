import { totalmem } from 'node:os'

/** What a start takes at its peak, in megabytes, with some room; measured by `npm run bench -- memory`. */
const neededMb = { embedded: 500, native: 300 }

/** Outside of the heaps: programs, buffers and compiled code of all processes, and the embedded database's own memory. */
const outsideMb = { embedded: 280, native: 180 }

/** Below the first a start would only collect garbage; above the second nothing becomes faster. */
const heapMb = { least: 128, most: 4096 }

type Database = keyof typeof neededMb

/** Megabytes that the container (its cgroup), or else the machine, has. */
export function availableMb(): number {
  return Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2)
}

/** A sentence for a machine on which the system may end a start; undefined where there is enough. */
export function warnOfMemory(availableMb: number, database: Database): string | undefined {
  if (availableMb >= neededMb[database]) return undefined
  const [what, otherwise] =
    database === 'embedded'
      ? ['the embedded database', ', or DATABASE_URL with a PostgreSQL server']
      : ['the product on PostgreSQL', '']
  return `This machine or container has ${availableMb} MB of memory; ${what} needs ${neededMb[database]}. If the start is ended, give it more${otherwise}.`
}

/**
 * Node's flags for the heaps of the web and the product API, so that both full ones fit into the memory at once: each
 * process takes half of it for itself by default, and the system would end one of them.
 */
export function heapFlags(availableMb: number, database: Database): { web: string[]; api: string[] } {
  const share = Math.floor((availableMb - outsideMb[database]) / 2)
  const heap = `--max-old-space-size=${Math.min(Math.max(share, heapMb.least), heapMb.most)}`
  // Half of V8's default for young objects: the API answers as quickly, and its memory stays tens of megabytes lower.
  return { web: [heap], api: [heap, '--max-semi-space-size=8'] }
}
