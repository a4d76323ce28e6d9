'use client'

import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Editor } from './save-loop.ts'
import type { Command } from './save-state.ts'
import type { SavingView } from './saving-view.ts'
import { type SaverOptions, StorySaver } from './story-saver.ts'

/**
 * Saves the text: immediately in this browser, and 3 seconds after the last key on the server. The options of the
 * story are those of the first call; an editor of another story is another component (`key`).
 */
export function useSaving<Collision>(options: SaverOptions & Editor<Collision>) {
  const latest = useRef(options)
  latest.current = options
  const [saving] = useState(() => {
    const listeners = new Set<() => void>()
    const notify = () => {
      for (const listener of listeners) listener()
    }
    const saver = new StorySaver(options, () => latest.current, notify)
    const subscribe = (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    }
    return { saver, subscribe, view: () => saver.view }
  })
  const { saver, subscribe, view: present } = saving
  const view = useSyncExternalStore(subscribe, present, present)
  // In the layout phase: the cleanup reads the text again, and by the time plain effects end the editor is gone.
  useLayoutEffect(() => saver.start(), [saver])

  const actions = useMemo(
    () => ({
      /** After every change; cheap. */
      changed: () => saver.changed(),
      chooseSlug: (slug: string) => saver.chooseSlug(slug),
      /** `extra` is sent along with the text, and refused with it. Undefined if it can't be saved just now. */
      saveNow: (extra?: Command['extra']) => saver.saveNow(extra),
      publish: (extra: Command['extra']) => saver.publish(extra),
      resolve: saver.resolve.bind(saver),
      /** After a call that changed the story itself: restore, unpublish, discard. */
      adopt: saver.adopt.bind(saver),
      takeRecovered: () => saver.takeRecovered(),
      dismissRecovered: () => saver.dismissRecovered(),
      /** `key` of a recovered or dismissed draft. */
      takeBack: (key: string) => saver.takeBack(key),
    }),
    [saver],
  )
  return { ...(view as SavingView<Collision>), ...actions }
}
