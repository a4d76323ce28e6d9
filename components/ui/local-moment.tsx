'use client'

import { useHydrated } from './use-hydrated.ts'

/** A day and a time in the reader's own time zone; in the server's HTML, which knows no reader, in UTC. */
export function LocalMoment({ iso, length = 'long' }: { iso: string; length?: 'long' | 'medium' }) {
  const isHere = useHydrated()
  const written = (timeZone?: string) =>
    new Intl.DateTimeFormat('en', { dateStyle: length, timeStyle: 'short', timeZone }).format(new Date(iso))
  return <time dateTime={iso}>{isHere ? written() : `${written('UTC')} UTC`}</time>
}
