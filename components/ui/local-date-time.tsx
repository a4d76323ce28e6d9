'use client'

import { useHydrated } from './use-hydrated.ts'

/** A day and a time in the reader's own time zone; in the server's HTML, which knows no reader, in UTC. */
export function LocalDateTime({ iso }: { iso: string }) {
  const isHere = useHydrated()
  const written = (timeZone?: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(iso))
  return <time dateTime={iso}>{isHere ? written() : `${written('UTC')} UTC`}</time>
}
