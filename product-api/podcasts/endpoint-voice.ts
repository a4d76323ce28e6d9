import type OpenAI from 'openai'
import { isApiError, openAiClient } from '#platform/openai.ts'
import { readWav } from './speech/read-wav.ts'
import { SpeechInterrupted, type SpeechWorker } from './speech-worker.ts'
import { SpeechFailure, type Voice } from './voice.ts'

/** An endpoint compatible with OpenAI's `/audio/speech`. */
export type SpeechEndpoint = { baseUrl: string; apiKey: string | undefined; model: string; voice: string }

const patienceMs = 60_000
/** The limit for the sound of one sentence: more than a minute and a half at the highest rate. */
const answerMostBytes = 10 * 1024 * 1024

/** The voice of an outside service. It gets the text as it is written. */
export function endpointVoice(endpoint: SpeechEndpoint, worker: SpeechWorker): Voice {
  const { baseUrl, model, voice } = endpoint
  let client: Promise<OpenAI> | undefined
  return {
    name: `${new URL(baseUrl).host}/${model}/${voice}/1`,
    wordsFor: (text) =>
      /[\p{L}\p{N}]/u.test(text)
        ? text
            .replace(/^\s*#{1,6}\s+/gm, '')
            .replace(/\s+/g, ' ')
            .trim()
        : '',
    refusal: (text) =>
      /[\p{L}\p{N}]/u.test(text) ? undefined : 'There’s nothing in this text that can be read aloud.',
    speak: async (input, { pauseMs }) => {
      if (!input) return worker.ask({ text: '', rate: 24_000, pauseMs })
      try {
        const asked = { model, voice, input, response_format: 'wav' } as const
        client ??= openAiClient(endpoint, { timeout: patienceMs, maxRetries: 2 })
        const answer = await (await client).audio.speech.create(asked)
        const pcm = readWav(await readBounded(answer))
        return await worker.ask({ pcm, pauseMs })
      } catch (cause) {
        if (cause instanceof SpeechInterrupted) throw cause
        throw new SpeechFailure(sentenceOf(cause), { cause })
      }
    },
  }
}

async function readBounded(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > answerMostBytes) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const keyRefused = 'The speech service doesn’t accept our key. Please check OPENAI_API_KEY.'
const sentences: Record<number, string> = {
  401: keyRefused,
  403: keyRefused,
  404: 'The speech service doesn’t know this model or voice. Please check SPEECH_MODEL and SPEECH_VOICE.',
  429: 'The speech service is busy, or our quota is used up. Please try again later.',
}

function sentenceOf(cause: unknown): string {
  if (isApiError(cause) && cause.constructor.name === 'APIConnectionTimeoutError')
    return 'The speech service didn’t answer in time. Please try again.'
  if (!isApiError(cause)) return 'The speech service’s answer broke off or wasn’t audio. Please try again.'
  if (!cause.status) return 'The speech service can’t be reached. Please check OPENAI_BASE_URL, and try again.'
  return sentences[cause.status] ?? `The speech service failed (${cause.status}). Please try again later.`
}
