import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { versionOfHeader } from '#contract/if-match.ts'

/** The body with the version from the If-Match header, if the call takes one and the body names none. */
export function withIfMatch({ body: schema }: Endpoint, headers: Headers, body: unknown): unknown {
  const version = versionOfHeader(headers.get('if-match'))
  const takesVersion = schema instanceof z.ZodObject && 'version' in schema.shape
  if (version === undefined || !takesVersion || typeof body !== 'object' || body === null) return body
  return { version, ...body }
}
