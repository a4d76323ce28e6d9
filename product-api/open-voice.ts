import type { ApiEnv } from './env.ts'
import { openAiSettings } from './openai-settings.ts'
import { embeddedVoice } from './speech/embedded-voice.ts'
import { endpointVoice } from './speech/endpoint-voice.ts'
import type { SpeechWorker } from './speech/speech-worker.ts'
import type { Voice } from './speech/voice.ts'

/** The voice that the settings name, else the one that comes with the product. */
export function voiceOf(env: ApiEnv, worker: SpeechWorker): Voice {
  const endpoint = openAiSettings(env)
  const { SPEECH_MODEL: model, SPEECH_VOICE: voice } = env
  if (!endpoint || !model) return embeddedVoice(worker)
  const { baseUrl, apiKey } = endpoint
  return endpointVoice({ baseUrl, apiKey, model, voice }, worker)
}
