import { CallFailure } from './call-failure.ts'

/** Parses a refusal: `answer` is its body as JSON, if it has one. */
export function refusalOf(status: number, retryAfter: string | null, answer: unknown): CallFailure {
  const { message, error, detail, code, fields, current } = (answer ?? {}) as Record<string, never>
  const sentence = [message, error, detail].find((text) => typeof text === 'string' && text !== '')
  const retryAfterSeconds = Number(retryAfter) || undefined
  const details = { detail: sentence, code, fields, current, retryAfterSeconds }
  return new CallFailure(status, sentence ?? statusSentence(status), details)
}

function statusSentence(status: number): string {
  return status === 429 ? 'Too many requests. Please try again later.' : `Server responded with status: ${status}`
}

/** The sentence of the specification's error catalogue (section 8) for a list that could not be loaded. */
export function listSentence({ status }: CallFailure): string {
  return status === 0 ? 'Failed to load content. Please try again later.' : statusSentence(status)
}
