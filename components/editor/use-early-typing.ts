import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'

/** Typing into a text that its editor has not taken over yet, and the pressed place, measured from the text's corner. */
export type EarlyTyping = { x: number; y: number; text: string }

/** Keeps the typing of a writer who presses a text that is only shown. */
export function useEarlyTyping(shown: RefObject<HTMLElement | null>) {
  const [kept] = useState(() => new KeptTyping(shown))
  return kept
}

class KeptTyping {
  readonly #shown: RefObject<HTMLElement | null>
  #typing: EarlyTyping = { x: 0, y: 0, text: '' }

  constructor(shown: RefObject<HTMLElement | null>) {
    this.#shown = shown
  }

  readonly press = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    this.#typing = { x: clientX - left, y: clientY - top, text: this.#typing.text }
  }

  readonly type = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const { text } = this.#typing
    if (key === 'Backspace') this.#typing.text = text.slice(0, -1)
    else if (key === 'Enter') this.#typing.text += '\n'
    else if (key.length === 1) this.#typing.text += key
    else return
    event.preventDefault()
  }

  /** Undefined unless the text has the focus, or something was typed into it. */
  take(): EarlyTyping | undefined {
    const hasFocus = this.#shown.current !== null && document.activeElement === this.#shown.current
    return hasFocus || this.#typing.text ? this.#typing : undefined
  }
}
