import { type ProblemCode, problems } from '#contract/problems.ts'

type ProblemOptions = {
  /** A sentence that one can act on; the problem's title by default. */
  detail?: string
  /** Field → sentence. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** The resource's present state, if someone changed it in the meantime. */
  current?: unknown
  cause?: unknown
}

/** An outside service failed: logs a warning, and the caller gets the problem `unavailable` with `detail`. */
export class ServiceUnavailable extends Error {
  readonly detail: string
  readonly retryAfterSeconds: number

  constructor(message: string, options: { detail: string; retryAfterSeconds: number; cause: unknown }) {
    super(message, { cause: options.cause })
    this.detail = options.detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A failure that the caller caused or may know about. Everything else is a plain error, which only the log shows. */
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
}

/** The same answer for a missing resource and one that the caller must not know about; `what`: "story", "session". */
export function notFound(what: string): Problem {
  return new Problem('not_found', { detail: `We can’t find this ${what}.` })
}

/** A `bad_request` about one field, with the sentence to show beside it. */
export function invalidField(field: string, fault: string): Problem {
  return new Problem('bad_request', { detail: fault, fields: { [field]: fault } })
}
