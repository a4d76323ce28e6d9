import { serveSpeech } from '#podcasts/serve-speech.ts'

// The worker thread for speech (`podcasts/speech-worker.ts`): the voice, the loudness meter and the encoder block.
serveSpeech()
