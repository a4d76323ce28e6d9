import { z } from 'zod'

/** Every failure that a caller can cause or meet, with its status and title. Thrown by code, never by text. */
export const problems = {
  bad_request: { status: 400, title: 'The request is not valid' },
  already_subscribed: { status: 400, title: 'Already subscribed' },
  invalid_link: { status: 400, title: 'The link has been used or has expired' },
  invalid_credentials: { status: 401, title: 'Not logged in' },
  unauthenticated: { status: 401, title: 'Login required' },
  reauthentication_needed: { status: 403, title: 'Please confirm that it’s you' },
  challenge_needed: { status: 403, title: 'Please solve a challenge first' },
  suspended: { status: 403, title: 'The account is suspended' },
  forbidden: { status: 403, title: 'Not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Changed in the meantime' },
  already_done: { status: 409, title: 'Already done or under way' },
  not_possible: { status: 409, title: 'Not possible as things are' },
  exists_already: { status: 409, title: 'Already exists' },
  too_large: { status: 413, title: 'Too large' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  range_not_satisfiable: { status: 416, title: 'The file has no such part' },
  unspeakable: { status: 422, title: 'The text can’t be read aloud' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'Not available right now' },
} as const

export type ProblemCode = keyof typeof problems

/** `application/problem+json` (RFC 9457) that also carries the fields the specification's callers read. */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** 11000 if the thing exists already, else the problem's own code. */
  code: z.union([z.string(), z.literal(11000)]),
  message: z.string(),
  error: z.string(),
  requestId: z.string(),
  /** Field → sentence, if the fault lies in one field. */
  fields: z.record(z.string(), z.string()).optional(),
  /** The thing as it is now, if someone changed it in the meantime (409); for a story a `WorkingCopy`. */
  current: z.unknown().optional(),
})
export type ProblemBody = z.infer<typeof ProblemBody>

/** A failure in words, as the body of its answer. */
export function problemBody(code: ProblemCode, detail: string, requestId: string): ProblemBody {
  const { title, status } = problems[code]
  return { type: 'about:blank', title, status, detail, code, message: detail, error: detail, requestId }
}
