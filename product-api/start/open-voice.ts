import { openAiSettings } from '#platform/openai.ts'
import { embeddedVoice } from '#podcasts/embedded-voice.ts'
import { endpointVoice } from '#podcasts/endpoint-voice.ts'
import type { SpeechWorker } from '#podcasts/speech-worker.ts'
import type { Voice } from '#podcasts/voice.ts'
import type { ApiEnv } from './env.ts'

/** The voice that the settings name, else the one that comes with the product. */
export function voiceOf(env: ApiEnv, worker: SpeechWorker): Voice {
  const endpoint = openAiSettings(env)
  const { SPEECH_MODEL: model, SPEECH_VOICE: voice } = env
  if (!endpoint || !model) return embeddedVoice(worker)
  const { baseUrl, apiKey } = endpoint
  return endpointVoice({ baseUrl, apiKey, model, voice }, worker)
}
