import { useCallback, useEffect, useState } from 'react'
import { CallFailure, callJson } from '#lib/bff/client.ts'

type Loaded<T> = { value: T | undefined; message: string | undefined; reload: () => void }

/** What a call answers; `message` says why it could not be had. While it is asked again, the former answer stays. */
export function useLoaded<T>(path: string): Loaded<T> {
  const [value, setValue] = useState<T>()
  const [message, setMessage] = useState<string>()
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same again
  useEffect(() => {
    let isGone = false
    callJson<T>('GET', path).then(
      ({ body }) => {
        if (isGone) return
        setValue(body)
        setMessage(undefined)
      },
      (fault) => {
        if (!isGone && fault instanceof CallFailure) setMessage(fault.message)
      },
    )
    return () => {
      isGone = true
    }
  }, [path, round])

  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { value, message, reload }
}
