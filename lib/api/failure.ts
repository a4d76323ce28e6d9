type Details = Partial<Pick<ApiFailure, 'retryAfterSeconds' | 'fields' | 'current' | 'cause'>>

/** The product API could not be reached, or refused, or was not asked; pages and handlers decide by it. */
export class ApiFailure extends Error {
  readonly status: number
  /** The problem's code, or `unreachable` if there was no answer. */
  readonly code: string | number
  readonly retryAfterSeconds: number | undefined
  /** Field → sentence. */
  readonly fields: Record<string, string> | undefined
  /** The thing as it is now, if someone changed it in the meantime (409). */
  readonly current: unknown

  constructor(status: number, code: string | number, message: string, { cause, ...details }: Details = {}) {
    super(message, { cause })
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    Object.assign(this, details)
  }
}
