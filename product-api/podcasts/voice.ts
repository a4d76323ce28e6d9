import type { Spoken } from './speech-worker.ts'

/** What reads texts aloud. */
export type Voice = {
  /** Names the voice and everything that changes how it sounds: the same name and words are the same sound. */
  name: string
  /** What it says for a text; empty if there is nothing to say. */
  wordsFor(text: string): string
  /** @throws SpeechFailure with a sentence for the person who asked; SpeechInterrupted if the process ends. */
  speak(words: string, options: { pauseMs: number }): Promise<Spoken>
  /** Why it cannot read a text; undefined if it can. */
  refusal(text: string): string | undefined
}

/** It could not be spoken, for a reason that a person can do something about. */
export class SpeechFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'SpeechFailure'
  }
}
