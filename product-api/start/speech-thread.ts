import { serveSpeech } from '#podcasts/serve-speech.ts'

// The voice, the meter and the encoder as a worker thread of their own (`podcasts/speech-worker.ts`): each blocks its
// thread.
serveSpeech()
