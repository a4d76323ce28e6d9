import { api } from './api.ts'

let restore: () => void = () => undefined
afterEach(() => restore())

/** Records the words that the voice is asked to speak, until the end of the test. */
export function listenToVoice(): string[] {
  const { context } = api()
  const { voice } = context
  const spoken: string[] = []
  context.voice = {
    ...voice,
    speak: (words, options) => {
      spoken.push(words)
      return voice.speak(words, options)
    },
  }
  restore = () => {
    context.voice = voice
  }
  return spoken
}
