import { useCallback, useEffect, useState } from 'react'

const textKey = 'podcastText'

/** The text that is to be read aloud: it survives a reload, kept in this browser until `forget`. */
export function usePodcastText() {
  const [text, setText] = useState('')

  useEffect(() => {
    try {
      setText(localStorage.getItem(textKey) ?? '')
    } catch {}
  }, [])

  const keep = useCallback((written: string) => {
    setText(written)
    try {
      localStorage.setItem(textKey, written)
    } catch {
      // If the browser stores nothing, or has no room, only the field has the text.
    }
  }, [])
  const forget = useCallback(() => {
    setText('')
    try {
      localStorage.removeItem(textKey)
    } catch {}
  }, [])
  return { text, setText: keep, forget }
}
