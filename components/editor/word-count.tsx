'use client'

import { useSyncExternalStore } from 'react'
import { readingMinutes } from '#story-html/reading-time.ts'

/** How many words a text has, while it is typed. It is no state of the editor: every second that would render all of it. */
export class WordCount {
  #words: number
  readonly #listeners = new Set<() => void>()

  constructor(words: number) {
    this.#words = words
  }

  readonly get = () => this.#words

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(words: number): void {
    if (words === this.#words) return
    this.#words = words
    for (const listener of this.#listeners) listener()
  }
}

/** Says how long the text is, and how long it takes to read. */
export function WordCountLine({ count }: { count: WordCount }) {
  const words = useSyncExternalStore(count.subscribe, count.get, count.get)
  return (
    <>
      {words === 1 ? '1 word' : `${words.toLocaleString('en-GB')} words`}
      {words > 0 && `, ${readingMinutes(words)} min read`}
    </>
  )
}
