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

/** A call without an answer, or with one that broke off after its beginning. A time limit of ours ends with a TimeoutError. */
export function unanswered(cause: unknown): CallFailure {
  const isLate = (cause as Partial<Error> | undefined)?.name === 'TimeoutError'
  const what = isLate ? 'The server took too long to answer.' : 'You seem to be offline.'
  return new CallFailure(0, `${what} Please try again.`, { cause })
}
