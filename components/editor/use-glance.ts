import { useCallback, useEffect, useRef, useState } from 'react'
import { hintsOf } from './find-faults.ts'
import type { StoryText } from './saving/story-text.ts'

const glanceDelayMs = 700

/** The length of a text and the hints about it, a moment after something was typed. `count` counts its words at once. */
export function useGlance(initial: StoryText, initialWords: number, readText: () => StoryText, wordsNow: () => number) {
  const [glance, setGlance] = useState<{ words: number; hints: string[] }>({ words: initialWords, hints: [] })
  const [wordCount] = useState(() => new WordCount(initialWords))
  const count = () => wordCount.set(wordsNow())
  const look = useDebounced(() => {
    count()
    setGlance({ words: wordCount.get(), hints: hintsOf(readText()) })
  })
  useEffect(() => {
    // Nothing has been typed yet: neither the editor is read nor a word counted.
    const timer = setTimeout(() => setGlance({ words: initialWords, hints: hintsOf(initial) }), glanceDelayMs)
    return () => clearTimeout(timer)
  }, [initial, initialWords])
  return { glance, wordCount, look, count }
}

/** The number of words while someone types. It is no state of the editor, which would render all of it every second. */
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

/** Debounces `act`: it runs a moment after the last request. */
function useDebounced(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), glanceDelayMs)
  }, [])
}
