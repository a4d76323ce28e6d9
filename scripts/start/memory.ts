/** Megabytes in which no process was ended under load; measured by `npm run bench -- memory`. */
const neededMb = { embedded: 700, native: 512 }
/** The voice that reads stories aloud takes so much besides, while it reads. */
const voiceMb = 200

/** Memory outside of these heaps: code and buffers of all processes, the front's heap, and the embedded database. */
const outsideMb = { embedded: 340, native: 240 }

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

/** Whether there is memory for a voice that reads stories aloud by itself: pages come first. */
export function hasRoomForVoice(availableMb: number, database: Database): boolean {
  return availableMb >= neededMb[database] + voiceMb
}

/** Megabytes for cached pages, if nothing is set. */
export function pageCacheMb(availableMb: number): number {
  return Math.min(64, Math.floor(availableMb / 16))
}

/**
 * Node's flags that limit the heaps of the renderers and the product API, so that all fit into memory when full. Without
 * them each process may use half of it, and the system would kill one of them. Young objects have half of the room that V8
 * gives them, and a quarter in the front, which hardly makes any: nothing is slower, and it saves tens of megabytes.
 */
export function heapFlags(
  availableMb: number,
  database: Database,
  renderers: number,
): { front: string[]; renderer: string[]; api: string[] } {
  const share = Math.floor((availableMb - outsideMb[database]) / (renderers + 1))
  const heap = `--max-old-space-size=${Math.min(Math.max(share, heapMb.least), heapMb.most)}`
  return {
    front: [heap, '--max-semi-space-size=4'],
    renderer: [heap, '--max-semi-space-size=8'],
    api: [heap, '--max-semi-space-size=8'],
  }
}
