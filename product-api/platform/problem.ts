import { type ProblemCode, problems } from '#contract/problems.ts'

type ProblemOptions = {
  /** A sentence one can act on; without it the problem's title speaks. */
  detail?: string
  /** Field → sentence. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** The thing as it is now, if someone changed it in the meantime. */
  current?: unknown
  cause?: unknown
}

/**
 * A service that the product needs does not answer as it should: a warning in the log, and the problem `unavailable` with
 * this sentence for the caller.
 */
export class ServiceUnavailable extends Error {
  readonly detail: string
  readonly retryAfterSeconds: number

  constructor(message: string, options: { detail: string; retryAfterSeconds: number; cause: unknown }) {
    super(message, { cause: options.cause })
    this.detail = options.detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A failure that a caller caused or may know about; everything else is a plain error and stays in the log. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly current: unknown

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? problems[code].title, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.current = options.current
  }

  get status() {
    return problems[this.code].status
  }
}

/** For what is not there, and for what a caller must not know to be there; `what`: "story", "session". */
export function notFound(what: string): Problem {
  return new Problem('not_found', { detail: `We can’t find this ${what}.` })
}
