import { useCallback, useEffect, useState } from 'react'

/** A text that survives a reload: it is kept in this browser until `forget`. */
export function useKeptText(key: string) {
  const [text, setText] = useState('')

  useEffect(() => {
    try {
      setText(localStorage.getItem(key) ?? '')
    } catch {}
  }, [key])

  const keep = useCallback(
    (written: string) => {
      setText(written)
      try {
        localStorage.setItem(key, written)
      } catch {
        // Where the browser keeps nothing, or has no room for it, the text is in the field alone.
      }
    },
    [key],
  )
  const forget = useCallback(() => {
    setText('')
    try {
      localStorage.removeItem(key)
    } catch {}
  }, [key])
  return { text, setText: keep, forget }
}
