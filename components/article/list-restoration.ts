import type { FurtherRows } from './use-more-stories.ts'

/** The state of a list that is restored on coming back to it. */
export type SavedList = {
  /** The cursor that the page's own rows ended with: under another one these rows don't follow them. */
  cursor: string
  /** Left out if there are too many. */
  rows?: FurtherRows | undefined
  count: number
  /** How many stories the page itself showed, in its rows and elsewhere. */
  own?: number
  loads: number
  /** The story at the top of the screen, and how far from its edge. */
  anchor?: { href: string; top: number } | undefined
}

const prefix = 'list:'
const listsMost = 5
const rowsMost = 300
/** Saved rows are shown again for this long; after that, as many are loaded anew. */
const freshMs = 10 * 60_000

/** Saves the list of this address for this tab; `height` is that of everything after the page's own rows. */
export function saveList(kept: SavedList, height: number): void {
  const rows = kept.count > rowsMost ? undefined : kept.rows
  try {
    sessionStorage.removeItem(key())
    dropOldest()
    // theme.js reads the height alone, before the first paint.
    sessionStorage.setItem(key(), `${Math.ceil(height)} ${Date.now()} ${JSON.stringify({ ...kept, rows })}`)
  } catch {
    // Storage is blocked or full: the list starts over.
  }
}

export function deleteSavedList(): void {
  try {
    sessionStorage.removeItem(key())
  } catch {
    // If storage is blocked, there is nothing to drop.
  }
}

/** The saved state for this address; its rows only if they are still valid. */
export function loadSavedList(cursor: string): SavedList | undefined {
  try {
    const [, savedAt, json] = sessionStorage.getItem(key())?.match(/^\d+ (\d+) (.*)$/s) ?? []
    if (!json) return undefined
    const kept = JSON.parse(json) as SavedList | null
    if (typeof kept?.count !== 'number') return undefined
    const canStand = isReturn() && kept.cursor === cursor && Date.now() - Number(savedAt) < freshMs
    return canStand ? kept : { ...kept, rows: undefined }
  } catch {
    return undefined
  }
}

const key = () => `${prefix}${location.pathname + location.search}`

/** A reader who reloads wants the current state. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'back_forward'
}

function dropOldest(): void {
  const lists = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
  const savedAt = (name: string) => Number(sessionStorage.getItem(name)?.split(' ', 2)[1])
  lists.sort((one, other) => savedAt(other) - savedAt(one))
  for (const name of lists.slice(listsMost - 1)) sessionStorage.removeItem(name)
}
