import { useCallback, useState } from 'react'
import type { Podcast } from '#contract/podcasts.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'

/** The podcasts loaded so far; changes made here show immediately. */
export function usePodcasts() {
  const list = useCallList('GET /podcasts', {})
  const [added, setAdded] = useState<readonly Podcast[]>([])
  const [changed, setChanged] = useState<ReadonlyMap<string, Podcast>>(new Map())
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())

  const { items } = list
  const newer = added.filter(({ id }) => !items?.some((one) => one.id === id))
  const podcasts =
    items && [...newer, ...items].flatMap((one) => (removed.has(one.id) ? [] : (changed.get(one.id) ?? one)))

  return {
    list,
    podcasts,
    /** Asks for podcasts that have become ready in the meantime. */
    askFirst: useCallback(async () => {
      const { body } = await callBff('GET /podcasts', {})
      setAdded(body)
    }, []),
    change: (podcast: Podcast) => setChanged((before) => new Map(before).set(podcast.id, podcast)),
    remove: (id: string) => setRemoved((before) => new Set(before).add(id)),
  }
}
