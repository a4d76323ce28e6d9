import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '../problem.ts'
import type { HttpContext } from './api.ts'

// No text column takes a NUL. In JSON it is always written so; behind an escaped backslash these are six plain characters.
const nulInJson = /(?<!\\)(?:\\\\)*\\u0000/

/**
 * A call's parameters, query and body by the contract's schemas.
 * @throws Problem `bad_request` with a sentence for every field that is wrong.
 */
export async function parseInput(contract: Endpoint, c: HttpContext) {
  const fields: Record<string, string> = {}
  const input = {
    params: parsePart(contract.params, c.req.param(), fields),
    query: parsePart(contract.query, c.req.query(), fields),
    body: contract.body ? parsePart(contract.body, await readBody(c), fields) : undefined,
  }
  const wrong = Object.keys(fields)
  if (wrong.length > 0) throw new Problem('bad_request', { detail: `Please check: ${wrong.join(', ')}`, fields })
  return input
}

function parsePart(schema: z.ZodType | undefined, value: unknown, fields: Record<string, string>): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  for (const issue of parsed.error?.issues ?? []) fields[issue.path.join('.') || 'body'] ??= issue.message
  return parsed.data
}

async function readBody(c: HttpContext): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new Problem('bad_request', { detail: 'The body must be JSON: send content-type application/json' })
  }
  const text = await c.req.text()
  if (nulInJson.test(text)) throw new Problem('bad_request', { detail: 'The body has a NUL character' })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('bad_request', { detail: 'The body is not valid JSON', cause })
  }
}
