import { useEffect, useState } from 'react'
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
