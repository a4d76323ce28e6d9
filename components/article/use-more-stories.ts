'use client'

import { useCallback, useRef, useState } from 'react'
import { CallFailure, getJson } from '#lib/bff/client.ts'
import type { RowStory } from './story-row.tsx'
import { withCursor, withLimit } from './with-cursor.ts'

/** The rows after a page's own, and the cursor of those that follow them. */
export type FurtherRows = { stories: RowStory[]; nextCursor: string | undefined }

type Progress = FurtherRows & {
  state: 'idle' | 'loading' | 'failed'
  message: string
  /** How many the last load brought. */
  lastCount: number
  loads: number
}

export type MoreStoriesState = Progress & {
  load: () => void
  /** Goes on where one was before; without rows that still follow the page's own, as many are asked for anew. */
  resume: (before: { rows?: FurtherRows; count: number; loads: number }) => void
}

/** A browser waits for minutes by itself. */
const patienceMs = 20_000
/** As many as the product API answers at once. */
const rowsAtOnce = 100

/**
 * Loads the following pages of a list, one at a time; a story that moved onto the next page meanwhile shows once.
 * `shown` are the slugs of the page's own rows.
 */
export function useMoreStories(apiPath: string, cursor: string, shown: readonly string[]): MoreStoriesState {
  const [progress, setProgress] = useState<Progress>({
    stories: [],
    nextCursor: cursor,
    state: 'idle',
    message: '',
    lastCount: 0,
    loads: 0,
  })
  const [own] = useState(() => new Set(shown))
  const busy = useRef(false)
  const { nextCursor } = progress

  const add = useCallback(
    async (loads: number, find: () => Promise<FurtherRows>) => {
      if (busy.current) return
      busy.current = true
      setProgress((before) => ({ ...before, state: 'loading' }))
      try {
        const found = await find()
        setProgress((before) => {
          const known = new Set([...own, ...before.stories.map(({ slug }) => slug)])
          const fresh = found.stories.filter(({ slug }) => !known.has(slug))
          return {
            stories: [...before.stories, ...fresh],
            nextCursor: found.nextCursor,
            state: 'idle',
            message: '',
            lastCount: fresh.length,
            loads: before.loads + loads,
          }
        })
      } catch (fault) {
        setProgress((before) => ({ ...before, state: 'failed', message: sentenceOf(fault) }))
      } finally {
        busy.current = false
      }
    },
    [own],
  )

  const load = useCallback(() => {
    if (nextCursor !== undefined) void add(1, () => find(withCursor(apiPath, nextCursor)))
  }, [add, apiPath, nextCursor])

  const resume = useCallback<MoreStoriesState['resume']>(
    ({ rows, count, loads }) => {
      if (rows) {
        const stories = rows.stories.filter(({ slug }) => !own.has(slug))
        setProgress((before) => ({ ...before, stories, nextCursor: rows.nextCursor, loads }))
      } else void add(loads, () => findAsMany(apiPath, cursor, count))
    },
    [add, apiPath, cursor, own],
  )

  return { ...progress, load, resume }
}

async function find(path: string): Promise<FurtherRows> {
  const { body, nextCursor } = await getJson<RowStory[]>(path, { signal: AbortSignal.timeout(patienceMs) })
  return { stories: body, nextCursor }
}

async function findAsMany(apiPath: string, cursor: string, count: number): Promise<FurtherRows> {
  const found: FurtherRows = { stories: [], nextCursor: cursor }
  while (found.nextCursor && found.stories.length < count) {
    const limit = Math.min(rowsAtOnce, count - found.stories.length)
    const page = await find(withCursor(withLimit(apiPath, limit), found.nextCursor))
    found.stories.push(...page.stories)
    found.nextCursor = page.nextCursor
  }
  return found
}

/** An answer may also be cut off after its beginning: that is no failure of the call's own kind. */
function sentenceOf(fault: unknown): string {
  return fault instanceof CallFailure ? fault.message : 'Failed to load content. Please try again later.'
}
