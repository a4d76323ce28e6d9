import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

type ParsedInput = { params?: unknown; query?: unknown; body?: unknown }
type Parsed = { input: ParsedInput; fields: Record<string, string> | undefined }

/** A call's parts by the contract's schemas; `fields` has a sentence for each that is wrong. */
export function parseInput(
  endpoint: Endpoint,
  params: Record<string, string | string[] | undefined>,
  searchParams: URLSearchParams,
  body?: unknown,
): Parsed {
  const fields: Record<string, string> = {}
  const part = (schema: z.ZodType | undefined, value: unknown) => {
    const parsed = schema?.safeParse(value)
    for (const issue of parsed?.error?.issues ?? []) fields[issue.path.join('.') || 'body'] ??= issue.message
    return parsed?.data
  }
  const input = {
    params: part(endpoint.params, params),
    query: part(endpoint.query, Object.fromEntries(searchParams)),
    body: part(endpoint.body, body),
  }
  return { input, fields: Object.keys(fields).length > 0 ? fields : undefined }
}
