import { useEffect, useState } from 'react'
import type { Publication } from '#contract/publications.ts'
import { getJson } from '#lib/bff/client.ts'

/** The reader's publications; where they can't be had, the rest of the menu is as good without. */
export function usePublications(): Publication[] {
  const [publications, setPublications] = useState<Publication[]>([])
  useEffect(() => {
    let isGone = false
    getJson<Publication[]>('/api/publications/user').then(
      ({ body }) => !isGone && setPublications(body),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return publications
}
