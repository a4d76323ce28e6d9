'use client'

import { useCallback, useMemo, useState } from 'react'
import type { CallInput } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { listSentence } from '#lib/browser/refusal.ts'
import { useCallPages } from '#lib/browser/use-call-pages.ts'
import type { RowStory } from './story-row.tsx'

/** The calls that answer pages of stories. */
type StoryListName =
  | 'GET /contents'
  | 'GET /contents/category/:category'
  | 'GET /contents/publication/:publication'
  | 'GET /contents/author/:uuid'
  | 'GET /contents/search'

/** A list of stories as the browser asks for its further pages: without a cursor. */
export type StoryListCall = { [N in StoryListName]: { name: N; input: CallInput<N> } }[StoryListName]

/** The rows after a page's own, and the cursor of those that follow them. */
export type FurtherRows = { stories: RowStory[]; nextCursor: string | undefined }

export type MoreStoriesState = ReturnType<typeof useMoreStories>
type Before = { rows?: FurtherRows | undefined; count: number; own?: number; loads: number }

/**
 * Loads the following pages of a list, one at a time; a story that moved onto the next page meanwhile shows once.
 * `shown` are the slugs of the page's own rows; another list is another component.
 */
export function useMoreStories(list: StoryListCall, cursor: string, shown: readonly string[]) {
  const { pages, nextCursor, error, isLoading, askNext, takeFirst } = useCallPages(
    list.name,
    list.input,
    cursor,
    loadRowFonts,
  )
  const [own] = useState(shown)
  const stories = useMemo(() => eachOnce(pages, own), [pages, own])
  /** The number of rows before the last load. */
  const [countBefore, setCountBefore] = useState(0)
  /** Loads of an earlier visit that are in the first page. */
  const [loadsBefore, setLoadsBefore] = useState(0)

  const load = useCallback(() => {
    if (isLoading || nextCursor === undefined) return
    setCountBefore(stories.length)
    askNext()
  }, [askNext, isLoading, nextCursor, stories.length])

  /**
   * Restores the earlier state. Without rows that still follow the page's own, it loads so many that all together are
   * as many as before: a write may have made the page itself longer or shorter.
   */
  const resume = useCallback(
    ({ rows, count, own: ownBefore = own.length, loads }: Before) => {
      setLoadsBefore(loads - 1)
      setCountBefore(rows?.stories.length ?? 0)
      if (rows) takeFirst({ items: rows.stories, nextCursor: rows.nextCursor })
      else askNext(Math.max(1, ownBefore + count - own.length))
    },
    [askNext, takeFirst, own],
  )

  const state: 'idle' | 'loading' | 'failed' = isLoading ? 'loading' : error ? 'failed' : 'idle'
  return {
    stories,
    nextCursor,
    /** How many stories the page itself shows, in its rows and elsewhere. */
    own: own.length,
    state,
    message: error ? sentenceOf(error) : '',
    /** How many the last load brought. */
    lastCount: Math.max(0, stories.length - countBefore),
    loads: pages.length && loadsBefore + pages.length,
    load,
    resume,
  }
}

function eachOnce(pages: readonly { items: readonly RowStory[] }[], own: readonly string[]): RowStory[] {
  const known = new Set(own)
  return pages
    .flatMap(({ items }) => items)
    .filter(({ slug }) => {
      const isFresh = !known.has(slug)
      known.add(slug)
      return isFresh
    })
}

function sentenceOf(fault: unknown): string {
  return fault instanceof CallFailure ? listSentence(fault) : 'Something went wrong. Please try again.'
}

/** How long rows wait: on a slow connection they are worth more than their face. */
const patienceMs = 3_000

/**
 * Loads the faces that `StoryHeading` sets these rows in, before they are shown: in another face a title or a subtitle
 * may take a line more, and a row that is set anew moves what the reader looks at. A font that fails to load is skipped.
 */
async function loadRowFonts(stories: readonly RowStory[]): Promise<void> {
  const titles = stories.map(({ title }) => title).join(' ')
  const subtitles = stories.map(({ sub_title }) => sub_title ?? '').join(' ')
  const faces = [...faceLoads('600 1rem', '--serif', titles), ...faceLoads('italic 1rem', '--serif-slanted', subtitles)]
  let giveUp: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise((resolve) => {
    giveUp = setTimeout(resolve, patienceMs)
  })
  await Promise.race([Promise.allSettled(faces), patience])
  clearTimeout(giveUp)
}

/** Loads each family separately: a missing fallback font rejects at once, and would end the wait for the others. */
function faceLoads(look: string, families: string, text: string): Promise<unknown>[] {
  if (!text.trim()) return []
  const names = getComputedStyle(document.documentElement).getPropertyValue(families).split(',')
  return names.filter(Boolean).map((family) => document.fonts.load(`${look} ${family.trim()}`, text))
}
