type FailureOptions = {
  cause?: unknown
  /** The server's own sentence. */
  detail?: string | undefined
  /** 11000 for what exists already, else the problem's word. */
  code?: string | number | undefined
  /** Field → sentence. */
  fields?: Record<string, string> | undefined
  retryAfterSeconds?: number | undefined
}

/** A call of the browser's that was refused (`status`), or that nobody answered (status 0). */
export class CallFailure extends Error {
  readonly status: number
  readonly detail: string | undefined
  readonly code: string | number | undefined
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'CallFailure'
    this.status = status
    this.detail = options.detail
    this.code = options.code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export function statusSentence(status: number): string {
  return status === 429 ? 'Too many requests. Please try again later.' : `Server responded with status: ${status}`
}
