import { useEffect, useRef } from 'react'

/** The keys below, for what is pressed before this runs (decision 031). */
export const editorKeys = 'Mod+s Mod+enter'

/** Ctrl or Cmd with S saves and with Enter publishes, wherever in the editor the focus is. */
export function useEditorKeys({ onSave, onPublish }: { onSave: () => void; onPublish: () => void }): void {
  const latest = useRef({ onSave, onPublish })
  latest.current = { onSave, onPublish }
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
      const isSave = event.key.toLowerCase() === 's'
      if (!isSave && event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
      if (event.repeat || document.querySelector('dialog[open]')) return
      if (isSave) latest.current.onSave()
      else latest.current.onPublish()
    }
    addEventListener('keydown', act, true)
    return () => removeEventListener('keydown', act, true)
  }, [])
}
