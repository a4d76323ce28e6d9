import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the product API: how it is addressed, what goes in and out, who may make it and how it can fail. */
type Description = {
  /** Its method, and its path relative to the API's base; parameters are written `:name`. */
  call: `${Method} /${string}`
  /** One line for the reference page. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** The status of its answer, if it is not 200. */
  status?: 202
  /** Its input is not JSON but a file: of this type, in at most this many bytes, sent within this time. */
  takesFile?: { type: string; mostBytes: number; timeMs: number }
  /** Its answer is not JSON but a file of this type. */
  answersFile?: string
  /**
   * A caller that asks for `text/event-stream` gets the answer while it is made: each event is one of these, as JSON, and
   * the last one is of kind `end` or `problem`.
   */
  events?: z.ZodType
  /** `user`: needs a session; `admin`: needs an administrator's session. Without it, anyone may call. */
  auth?: 'user' | 'admin' | undefined
  /** Its failures beyond those of every call like it, see `problemsOf`. */
  problems?: readonly ProblemCode[]
  /** The same answer for every caller: the web asks without a session, and may keep it by the answer's tags. */
  sameForAll?: true
  /** Why no browser may make this call through the BFF, in a sentence; every other one it may. */
  neverFromBrowser?: string
  /** A parameter of its path is a secret or names a person, so no log contains the path. */
  hasSecretPath?: true
  /** How long the web waits for the answer, if five seconds are not enough. */
  timeoutMs?: number
}

export type Endpoint = Description & { method: Method; path: string }

export type EndpointInput<E extends Endpoint> = (E extends { params: infer P extends z.ZodObject }
  ? { params: z.input<P> }
  : { params?: undefined }) &
  (E extends { query: infer Q extends z.ZodObject } ? { query?: z.input<Q> } : { query?: undefined }) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : { body?: undefined })

/** Takes each `call` apart into its `method` and `path`. */
export function defineEndpoints<const T extends Record<string, Description>>(described: T) {
  const endpoints = Object.entries(described).map(([name, description]) => {
    const [method, path] = description.call.split(' ')
    return [name, { ...description, method, path }]
  })
  return Object.fromEntries(endpoints) as { [Name in keyof T]: T[Name] & Pick<Endpoint, 'method' | 'path'> }
}

/** All failures of a call: any input can be malformed, and a call that needs rights refuses a caller without them. */
export function problemsOf({ auth, problems = [] }: Endpoint): ProblemCode[] {
  const rights = { none: [], user: ['unauthenticated'], admin: ['unauthenticated', 'forbidden'] } as const
  return ['bad_request', ...rights[auth ?? 'none'], ...problems]
}

/** Fills `:name` parts of a path; every value is percent-encoded, so that a slug can never add a segment. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`the path ${path} needs ${name}`)
    return encodeURIComponent(String(params[name]))
  })
}
