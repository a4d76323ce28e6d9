import { useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { keepOffline, offlineSlugs, onOfflineChange } from '#lib/browser/offline-stories.ts'

const none: ReadonlySet<string> = new Set()

/** Which saved stories this device can show without a connection; opening the list brings that up to date. */
export function useOfflineStories(userId: string): ReadonlySet<string> {
  const [slugs, setSlugs] = useState(none)
  useEffect(() => {
    if (!('caches' in window)) return
    const look = () => void offlineSlugs(userId).then(setSlugs)
    const stop = onOfflineChange(look)
    look()
    keepOffline(userId)
    return stop
  }, [userId])
  return slugs
}

/** How much of the list can be read without a connection. */
export function OfflineLine({ count, of }: { count: number; of: number }) {
  if (count === 0) return null
  const some = `${count} of these ${of} stories ${count === 1 ? 'is' : 'are'}`
  const said = count < of ? some : of === 1 ? 'This story is' : 'These stories are'
  return (
    <p className="text-small text-faint">
      {said} on this device, to{' '}
      <a href={paths.offline} className="underline underline-offset-2 hover:text-ink">
        read offline
      </a>
      .
    </p>
  )
}
