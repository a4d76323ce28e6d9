'use client'

import { useCallback, useRef, useState } from 'react'
import { CallFailure, getJson } from '#lib/bff/client.ts'
import type { RowStory } from './story-row.tsx'
import { withCursor } from './with-cursor.ts'

type Progress = {
  stories: RowStory[]
  nextCursor: string | undefined
  state: 'idle' | 'loading' | 'failed'
  message: string
  /** How many the last load brought. */
  lastCount: number
  loads: number
}

/** Loads the following pages of a list, one at a time; a story that moved onto the next page meanwhile shows once. */
export function useMoreStories(apiPath: string, cursor: string): Progress & { load: () => void } {
  const [progress, setProgress] = useState<Progress>({
    stories: [],
    nextCursor: cursor,
    state: 'idle',
    message: '',
    lastCount: 0,
    loads: 0,
  })
  const busy = useRef(false)
  const { nextCursor } = progress

  const load = useCallback(async () => {
    if (busy.current || nextCursor === undefined) return
    busy.current = true
    setProgress((before) => ({ ...before, state: 'loading' }))
    try {
      const answer = await getJson<RowStory[]>(withCursor(apiPath, nextCursor))
      setProgress((before) => {
        const known = new Set(before.stories.map((story) => story.slug))
        const fresh = answer.body.filter((story) => !known.has(story.slug))
        return {
          stories: [...before.stories, ...fresh],
          nextCursor: answer.nextCursor,
          state: 'idle',
          message: '',
          lastCount: fresh.length,
          loads: before.loads + 1,
        }
      })
    } catch (fault) {
      if (!(fault instanceof CallFailure)) throw fault
      setProgress((before) => ({ ...before, state: 'failed', message: fault.message }))
    } finally {
      busy.current = false
    }
  }, [apiPath, nextCursor])

  return { ...progress, load }
}
