import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'

/** One call of the product API: how it is addressed, what goes in and out, who may make it and how it can fail. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the API's base; parameters are written `:name`. */
  path: string
  /** One line for the reference page. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** The status of its answer, where it is not 200. */
  status?: 202
  /** What it takes is no JSON but a file: of this type, in at most so many bytes, sent within so much time. */
  takesFile?: { type: string; mostBytes: number; timeMs: number }
  /** What it answers is no JSON but a file of this type. */
  answersFile?: string
  /**
   * Who asks for `text/event-stream` gets the answer while it is made: each event is one of these, as JSON. What is made of it
   * ends when its caller goes away, in either form.
   */
  events?: z.ZodType
  /** `user`: a session is needed; `admin`: a session of an administrator. Without it anybody may call. */
  auth?: 'user' | 'admin' | undefined
  problems?: readonly ProblemCode[]
  /** The same answer for every caller: the web asks without a session, and may keep it by the answer's tags. */
  sameForAll?: true
  /** Why no browser may make this call through the BFF, in a sentence; every other one it may. */
  neverFromBrowser?: string
  /** A parameter of its path opens something or names a person: the path stands in no log. */
  hasSecretPath?: true
  /** How long the web waits for the answer, where five seconds are not enough. */
  timeoutMs?: number
}

/** A call's name, e.g. `PUT /contents/:id`. */
export type NameOf<E extends Endpoint> = `${E['method']} ${E['path']}`

export type EndpointInput<E extends Endpoint> = (E extends { params: infer P extends z.ZodObject }
  ? { params: z.input<P> }
  : { params?: undefined }) &
  (E extends { query: infer Q extends z.ZodObject } ? { query?: z.input<Q> } : { query?: undefined }) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : { body?: undefined })

export function defineEndpoints<const T extends Record<string, Endpoint>>(endpoints: T): T {
  return endpoints
}

/** Fills `:name` parts of a path; every value is percent-encoded, so that a slug can never add a segment. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`the path ${path} needs ${name}`)
    return encodeURIComponent(String(params[name]))
  })
}
