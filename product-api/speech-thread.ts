import { serveSpeech } from './speech/serve-speech.ts'

// The voice, the meter and the encoder as a worker thread of their own (`speech/speech-worker.ts`): each blocks its
// thread.
serveSpeech()
