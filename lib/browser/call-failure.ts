type Details = Partial<Pick<CallFailure, 'detail' | 'code' | 'fields' | 'current' | 'retryAfterSeconds' | 'cause'>>

/** A browser's call that was refused (`status`), or got no answer (status 0). */
export class CallFailure extends Error {
  readonly status: number
  /** The server's own sentence. */
  readonly detail: string | undefined
  /** 11000 if the thing exists already, else the problem's word. */
  readonly code: string | number | undefined
  /** Field → sentence. */
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** The thing as it is now, if someone changed it in the meantime (409); for a story a `WorkingCopy`. */
  readonly current: unknown

  constructor(status: number, message: string, { cause, ...details }: Details = {}) {
    super(message, { cause })
    this.name = 'CallFailure'
    this.status = status
    Object.assign(this, details)
  }
}

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
