import { useRef, useState } from 'react'
import { CallFailure } from '#lib/browser/call-failure.ts'

/** Something a button does, once at a time; `message` says why it failed, `busy` which of several is under way. */
export function useAction() {
  const [busy, setBusy] = useState<string>()
  const [message, setMessage] = useState<string>()
  const isRunning = useRef(false)

  async function run(name: string, act: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(name)
    setMessage(undefined)
    try {
      await act()
    } catch (fault) {
      if (!(fault instanceof CallFailure)) throw fault
      setMessage(fault.message)
    } finally {
      isRunning.current = false
      setBusy(undefined)
    }
  }

  return { busy, message, run }
}
