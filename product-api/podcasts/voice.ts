import type { Spoken } from './speech-worker.ts'

/** A text-to-speech engine. */
export type Voice = {
  /** Identifies the voice and its sound: equal names and words give equal sound (a cache key). */
  name: string
  /** The words that it speaks for a text; empty if there is nothing to speak. */
  wordsFor(text: string): string
  /** @throws SpeechFailure with a sentence for the person who asked; SpeechInterrupted if the process ends. */
  speak(words: string, options: { pauseMs: number }): Promise<Spoken>
  /** Why it cannot read a text; undefined if it can. */
  refusal(text: string): string | undefined
}

/** A text could not be spoken, for a reason that a person can resolve. */
export class SpeechFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'SpeechFailure'
  }
}
