/** The product API could not be asked, or refused: what pages and handlers decide on. */
export class ApiFailure extends Error {
  readonly status: number
  /** The problem's code, or `unreachable` where no answer came. */
  readonly code: string | number
  readonly retryAfterSeconds: number | undefined
  /** Field → sentence. */
  readonly fields: Record<string, string> | undefined
  /** The thing as it is now, where somebody changed it in the meantime (409). */
  readonly current: unknown

  constructor(
    status: number,
    code: string | number,
    message: string,
    options: {
      retryAfterSeconds?: number | undefined
      fields?: Record<string, string> | undefined
      current?: unknown
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.fields = options.fields
    this.current = options.current
  }
}
