'use client'

import { useCallback, useRef, useState } from 'react'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { listSentence } from '#lib/browser/list-sentence.ts'
import type { StoryListCall } from './story-list-call.ts'
import type { RowStory } from './story-row.tsx'

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
  resume: (before: { rows?: FurtherRows | undefined; count: number; loads: number }) => void
}

/** A browser waits for minutes by itself. */
const patienceMs = 20_000
/** As many as the product API answers at once. */
const rowsAtOnce = 100

/**
 * Loads the following pages of a list, one at a time; a story that moved onto the next page meanwhile shows once.
 * `shown` are the slugs of the page's own rows; another list is another component.
 */
export function useMoreStories(ofPage: StoryListCall, cursor: string, shown: readonly string[]): MoreStoriesState {
  const [progress, setProgress] = useState<Progress>({
    stories: [],
    nextCursor: cursor,
    state: 'idle',
    message: '',
    lastCount: 0,
    loads: 0,
  })
  const [list] = useState(ofPage)
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
    if (nextCursor !== undefined) void add(1, () => find(list, { cursor: nextCursor }))
  }, [add, list, nextCursor])

  const resume = useCallback<MoreStoriesState['resume']>(
    ({ rows, count, loads }) => {
      if (rows) {
        const stories = rows.stories.filter(({ slug }) => !own.has(slug))
        setProgress((before) => ({ ...before, stories, nextCursor: rows.nextCursor, loads }))
      } else void add(loads, () => findAsMany(list, cursor, count))
    },
    [add, list, cursor, own],
  )

  return { ...progress, load, resume }
}

type Page = { cursor: string; limit?: number }

async function find({ name, input }: StoryListCall, page: Page): Promise<FurtherRows> {
  const query = { ...input.query, ...page }
  const { body, nextCursor } = await callBff(name, { ...input, query, timeoutMs: patienceMs })
  return { stories: body, nextCursor }
}

async function findAsMany(list: StoryListCall, cursor: string, count: number): Promise<FurtherRows> {
  const found: FurtherRows = { stories: [], nextCursor: cursor }
  while (found.nextCursor && found.stories.length < count) {
    const limit = Math.min(rowsAtOnce, count - found.stories.length)
    const page = await find(list, { cursor: found.nextCursor, limit })
    found.stories.push(...page.stories)
    found.nextCursor = page.nextCursor
  }
  return found
}

function sentenceOf(fault: unknown): string {
  return fault instanceof CallFailure ? listSentence(fault) : 'Something went wrong. Please try again.'
}
