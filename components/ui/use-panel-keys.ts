import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * While a panel is open: the arrows, Home and End move through its links, Escape closes it and leads back to its button,
 * and any press or focus outside closes it. `root` contains the button and, after it, the panel.
 */
export function usePanelKeys(root: RefObject<HTMLElement | null>, isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const box = root.current
    if (!isOpen || !box) return
    const listening = new AbortController()
    const { signal } = listening

    const onKeyDown = (event: KeyboardEvent) => {
      const [button, ...choices] = [...box.querySelectorAll<HTMLElement>('a, button')]
      if (event.key === 'Escape') {
        close()
        button?.focus()
        return
      }
      const next = neighbour(event.key, choices)
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    const isOutside = (target: EventTarget | null) => target instanceof Node && !box.contains(target)

    box.addEventListener('keydown', onKeyDown, { signal })
    box.addEventListener('focusout', ({ relatedTarget }) => isOutside(relatedTarget) && close(), { signal })
    document.addEventListener('pointerdown', ({ target }) => isOutside(target) && close(), { signal })
    return () => listening.abort()
  }, [root, isOpen])
}

/** The choice to which a key leads from the focused one; `alsoSideways`: also the left and the right arrow. */
export function neighbour(key: string, choices: HTMLElement[], { alsoSideways = false } = {}): HTMLElement | undefined {
  const at = choices.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown' || (alsoSideways && key === 'ArrowRight')) return choices[at + 1] ?? choices[0]
  if (key === 'ArrowUp' || (alsoSideways && key === 'ArrowLeft')) return choices.at(at < 0 ? -1 : at - 1)
  if (key === 'Home') return choices[0]
  return key === 'End' ? choices.at(-1) : undefined
}
