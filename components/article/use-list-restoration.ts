import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { FurtherRows, MoreStoriesState } from './use-more-stories.ts'

type ElementRef = RefObject<HTMLElement | null>
type Parts = { list: ElementRef; end: ElementRef; hold: (height: number) => void }

/**
 * Coming back without the browser's own page cache, and after a reload, the list is as long as it was, and the story
 * that was in view is at the same place. theme.js has reserved the space before, so that the browser can scroll there.
 */
export function useListRestoration({ list, end, hold }: Parts, cursor: string, more: MoreStoriesState): void {
  const { stories, nextCursor, own, loads, state, resume } = more
  const anchor = useRef<SavedList['anchor']>(undefined)

  useLayoutEffect(() => {
    const root = document.documentElement
    if (root.dataset.kept === undefined) return
    const height = Number.parseFloat(root.style.getPropertyValue('--kept-list'))
    delete root.dataset.kept
    root.style.removeProperty('--kept-list')
    const kept = loadSavedList(cursor)
    if (!kept) return
    hold(height)
    anchor.current = kept.anchor
    resume(kept)
  }, [cursor, resume, hold])

  useLayoutEffect(() => {
    if (stories.length === 0 || !anchor.current) return
    const { href, top } = anchor.current
    anchor.current = undefined
    const story = storyLinks().find((link) => hrefOf(link) === href)
    if (!story) return
    holdBrowserBack()
    scrollBy({ top: rowTop(story) - top, behavior: 'instant' })
  }, [stories.length])

  // A reader who scrolls while the rows load decides where to be.
  useEffect(() => {
    const letGo = () => {
      anchor.current = undefined
    }
    const inputs = ['wheel', 'touchstart', 'keydown', 'pointerdown']
    const ended = new AbortController()
    for (const input of inputs) addEventListener(input, letGo, { once: true, passive: true, signal: ended.signal })
    return () => ended.abort()
  }, [])

  useEffect(() => {
    const keep = () => {
      // While the rows are still being loaded again, the saved list stays as it is.
      if (state !== 'idle' && stories.length === 0) return
      if (stories.length === 0) saveList(undefined, 0)
      else if (list.current && end.current) {
        const rows = { stories, nextCursor }
        const height = list.current.offsetHeight + end.current.offsetHeight
        saveList({ cursor, rows, count: stories.length, own, loads, anchor: topStory() }, height)
      }
    }
    const keepHidden = () => document.visibilityState === 'hidden' && keep()
    const ended = new AbortController()
    addEventListener('pagehide', keep, { signal: ended.signal })
    document.addEventListener('visibilitychange', keepHidden, { signal: ended.signal })
    return () => ended.abort()
  }, [list, end, cursor, stories, nextCursor, own, loads, state])
}

/**
 * Until a page is loaded, with its fonts, the browser scrolls to the old position in pixels; with another list that
 * is another story.
 */
function holdBrowserBack(): void {
  if (document.readyState === 'complete') return
  history.scrollRestoration = 'manual'
  const letGo = () => {
    history.scrollRestoration = 'auto'
  }
  addEventListener('load', () => setTimeout(letGo), { once: true })
  addEventListener('pagehide', letGo, { once: true })
}

function topStory(): SavedList['anchor'] {
  for (const link of storyLinks()) {
    if (link.getBoundingClientRect().bottom > 0) return { href: hrefOf(link), top: rowTop(link) }
  }
  return undefined
}

/** Measures the row, not the link in its title: that moves when a font arrives later. */
function rowTop(link: HTMLElement): number {
  return (link.closest('article') ?? link).getBoundingClientRect().top
}

function storyLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-story-link]')]
}

function hrefOf(link: HTMLElement): string {
  return link.getAttribute('href') ?? ''
}

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

/** Saves the list of this address for this tab, or deletes it; `height` is that of everything after the page's own rows. */
export function saveList(kept: SavedList | undefined, height: number): void {
  try {
    sessionStorage.removeItem(key())
    if (!kept) return
    dropOldest()
    const rows = kept.count > rowsMost ? undefined : kept.rows
    // theme.js reads the height alone, before the first paint.
    sessionStorage.setItem(key(), `${Math.ceil(height)} ${Date.now()} ${JSON.stringify({ ...kept, rows })}`)
  } catch {
    // Storage is blocked or full: the list starts over.
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
