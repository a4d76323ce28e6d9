'use client'

import { useEffect, useState } from 'react'
import useSWR from 'swr'
import type { SearchHit } from '#contract/contents.ts'
import { getJson } from '#lib/bff/client.ts'
import type { SearchState } from './search-state.ts'

const debounceMs = 150

export function searchApiPath(query: string, limit: number): string {
  return `/api/contents/search?content=${encodeURIComponent(query)}&limit=${limit}`
}

/** What is typed, once the typing pauses. */
export function useSettled(text: string): [string, (text: string) => void] {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return [settled, setSettled]
}

/** Results for a query; while new ones come, the former stay. The page's own results are not asked for again. */
export function useSearch(query: string | undefined, initial: SearchState, limit: number) {
  return useSWR(query ? searchApiPath(query, limit) : null, (path) => findStories(path, query ?? ''), {
    fallbackData: query === initial.query ? initial : undefined,
    keepPreviousData: true,
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  })
}

async function findStories(path: string, query: string): Promise<SearchState> {
  const { body, nextCursor, headers } = await getJson<SearchHit[]>(path)
  const corrected = headers.get('search-corrected')
  return { query, hits: body, nextCursor, corrected: corrected ? decodeURIComponent(corrected) : undefined }
}
