import { SpeechInterrupted, type SpeechWorker } from './speech-worker.ts'
import { spokenForm } from './text/spoken-form.ts'
import { SpeechFailure, type Voice } from './voice.ts'

const rate = 16_000

/** The voice that comes with the product: English, without a network. */
export function embeddedVoice(worker: SpeechWorker): Voice {
  return {
    name: 'flite-2.3-rms/1',
    wordsFor: spokenForm,
    refusal: (text) => {
      // Plain letters are counted by a cheaper expression: most letters of most texts are plain.
      const others = text.replace(/[^\u{80}-\u{10ffff}]+/gu, '')
      const plain = countOf(text, /[A-Za-z]/g)
      const letters = plain + countOf(others, /\p{L}/gu)
      const latin = plain + countOf(others, /\p{Script=Latin}/gu)
      if (letters > 0 && latin * 2 >= letters) return undefined
      return letters === 0
        ? 'There’s nothing in this text that can be read aloud.'
        : 'The voice reads only English, and less than half of this text is in Latin letters.'
    },
    speak: async (text, { pauseMs }) => {
      return worker.ask({ text, rate, pauseMs }).catch((cause) => {
        if (cause instanceof SpeechInterrupted) throw cause
        throw new SpeechFailure('The voice couldn’t read one of the sentences. Please try again.', { cause })
      })
    },
  }
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
