'use client'

import { useEffect, useState } from 'react'
import { countOf } from '#components/ui/count-of.ts'
import type { SearchHit } from '#contract/stories.ts'
import type { CallAnswer, CallInput } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'

type SearchName = 'GET /contents/search'

const debounceMs = 150

export function searchCall(query: string, limit: number) {
  return { name: 'GET /contents/search', input: { query: { content: query, limit } } } as const
}

/** The typed text, once the typing pauses. */
export function useSettled(text: string): [string, (text: string) => void] {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return [settled, setSettled]
}

/** Results for a query; while new ones load, the former stay. The page's own results are not loaded again. */
export function useSearch(query: string | undefined, initial: SearchState, limit: number) {
  const { name, input } = searchCall(query ?? '', limit)
  return useCall(query ? name : false, input, {
    read: found,
    // A page without a query has no results; showing those until the first answer would say that nothing was found.
    known: query && query === initial.query ? initial : undefined,
    followsInput: true,
  })
}

function found({ body, nextCursor, headers }: CallAnswer<SearchName>, { query }: CallInput<SearchName>): SearchState {
  const corrected = headers.get('search-corrected')
  return {
    query: query?.content ?? '',
    hits: body,
    nextCursor,
    corrected: corrected ? decodeURIComponent(corrected) : undefined,
    isTooCommon: headers.has('search-too-common'),
  }
}

/** One page of results, from the server's HTML or from a later call of the browser. */
export type SearchState = {
  query: string
  hits: SearchHit[]
  nextCursor?: string | undefined
  /** The query that was really used, if a word was mistyped. */
  corrected?: string | undefined
  /** All its words are in nearly every story. */
  isTooCommon?: boolean
}

/** The sentence above the results, which screen readers announce during typing. */
export function resultCount({ hits, nextCursor }: SearchState): string {
  if (nextCursor) return `The best ${hits.length} results, and there are more.`
  return countOf(hits.length, 'result')
}
