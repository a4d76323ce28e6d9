import { useRef, useState } from 'react'
import { CallFailure } from '#lib/browser/call-failure.ts'

/**
 * A switch on the server: the wanted state shows immediately, the server gets one change at a time, and a refused
 * change is taken back. If a person presses faster than it answers, the last press counts, even if they leave the page
 * before that: `tell` should make its call with `keepalive`.
 */
export function useSwitch(tell: (isOn: boolean) => Promise<void>, show: (isOn: boolean) => void) {
  const [failure, setFailure] = useState<CallFailure>()
  /** The last chosen state, while its request is under way. */
  const wanted = useRef<boolean>(undefined)

  async function turn(isOn: boolean): Promise<void> {
    setFailure(undefined)
    show(isOn)
    const isTelling = wanted.current !== undefined
    wanted.current = isOn
    if (isTelling) return
    let told = !isOn
    let telling = isOn
    const tellLeaving = () => {
      const last = wanted.current
      if (last === undefined || last === telling) return
      telling = last
      // The page has gone, so a failure can't be shown.
      tell(last).catch(() => undefined)
    }
    addEventListener('pagehide', tellLeaving)
    try {
      while (told !== wanted.current) {
        telling = wanted.current
        await tell(telling)
        told = telling
      }
    } catch (fault) {
      show(told)
      if (!(fault instanceof CallFailure)) throw fault
      setFailure(fault)
    } finally {
      removeEventListener('pagehide', tellLeaving)
      wanted.current = undefined
    }
  }

  return { turn, failure }
}
