import { useRef, useState } from 'react'
import { CallFailure } from '#lib/browser/call-failure.ts'

type Options = {
  /** For independent buttons: actions requested meanwhile run afterwards, each once. */
  inTurn?: boolean
}

/** Something a button does, once at a time; `message` says why it failed, `busy` which of several is under way. */
export function useAction({ inTurn = false }: Options = {}) {
  const [asked, setAsked] = useState<readonly string[]>([])
  const [message, setMessage] = useState<string>()
  const names = useRef<readonly string[]>([])
  const last = useRef(Promise.resolve())

  function note(next: readonly string[]): void {
    names.current = next
    setAsked(next)
  }

  async function explained(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (fault) {
      if (!(fault instanceof CallFailure)) throw fault
      setMessage(fault.message)
    }
  }

  async function run(name: string, act: () => Promise<void>): Promise<void> {
    if (inTurn ? names.current.includes(name) : names.current.length > 0) return
    const isFirst = names.current.length === 0
    note([...names.current, name])
    if (isFirst) setMessage(undefined)
    const done = isFirst ? explained(act) : last.current.then(() => explained(act))
    last.current = done.catch(() => undefined)
    try {
      await done
    } finally {
      note(names.current.filter((other) => other !== name))
    }
  }

  return { busy: asked[0], isAsked: (name: string) => asked.includes(name), message, run }
}
