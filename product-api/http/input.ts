import type { Endpoint } from '#contract/endpoint.ts'
import { inSentences, parsePart, type WrongFields } from '#contract/input.ts'
import { Problem } from '../problem.ts'
import type { HttpContext } from './api.ts'

// No text column takes a NUL. In JSON it is always written so; behind an escaped backslash these are six plain characters.
const nulInJson = /(?<!\\)(?:\\\\)*\\u0000/

/**
 * A call's parameters, query and body by the contract's schemas.
 * @throws Problem `bad_request` with a sentence for every field that is wrong.
 */
export async function parseInput(contract: Endpoint, c: HttpContext) {
  const fields: WrongFields = {}
  const input = {
    params: parsePart(contract.params, c.req.param(), fields),
    query: parsePart(contract.query, c.req.query(), fields),
    body: contract.body ? parsePart(contract.body, await readBody(c), fields) : undefined,
  }
  if (Object.keys(fields).length > 0) throw new Problem('bad_request', { detail: inSentences(fields), fields })
  return input
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
