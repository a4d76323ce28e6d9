import type { Endpoint } from '#contract/endpoint.ts'
import { parsePart, type WrongFields } from '#contract/input.ts'

type ParsedInput = { params?: unknown; query?: unknown; body?: unknown }
type Parsed = { input: ParsedInput; fields: WrongFields | undefined }

/** A call's parts by the contract's schemas; `fields` has a sentence for each that is wrong. */
export function parseInput(
  endpoint: Endpoint,
  params: Record<string, string | string[] | undefined>,
  searchParams: URLSearchParams,
  body?: unknown,
): Parsed {
  const fields: WrongFields = {}
  const input = {
    params: parsePart(endpoint.params, params, fields),
    query: parsePart(endpoint.query, Object.fromEntries(searchParams), fields),
    body: parsePart(endpoint.body, body, fields),
  }
  return { input, fields: Object.keys(fields).length > 0 ? fields : undefined }
}
