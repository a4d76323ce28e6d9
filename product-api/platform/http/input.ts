import type { Endpoint } from '#contract/endpoint.ts'
import { inSentences, parsePart, type WrongFields, withIfMatch } from '#contract/input.ts'
import { Problem } from '../problem.ts'
import type { HttpContext } from './api.ts'

// JSON always escapes both, so a text without these escapes needs no further check.
const maybeBroken = /\\u(?:0000|d[89a-f])/i

/**
 * A call's parameters, query and body by the contract's schemas.
 * @throws Problem `bad_request` with a sentence for every field that is wrong.
 */
export async function parseInput(contract: Endpoint, c: HttpContext) {
  const fields: WrongFields = {}
  const input = {
    params: parsePart(contract.params, c.req.param(), fields),
    query: parsePart(contract.query, c.req.query(), fields),
    body: contract.body ? parsePart(contract.body, await readBody(c, contract), fields) : undefined,
  }
  if (Object.keys(fields).length > 0) throw new Problem('bad_request', { detail: inSentences(fields), fields })
  return input
}

async function readBody(c: HttpContext, contract: Endpoint): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new Problem('bad_request', { detail: 'The body must be JSON: send content-type application/json' })
  }
  const text = await c.req.text()
  const body = parseJson(text)
  if (maybeBroken.test(text) && hasBrokenText(body)) {
    throw new Problem('bad_request', { detail: 'The body has a NUL character, or half of a surrogate pair' })
  }
  return withIfMatch(contract.body, c.req.header('if-match') ?? null, body)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('bad_request', { detail: 'The body is not valid JSON', cause })
  }
}

/** Whether PostgreSQL would refuse one of the texts: a NUL in any column, half of a surrogate pair in JSON. */
function hasBrokenText(body: unknown): boolean {
  // Iterative: the body may be nested deeper than the stack.
  const left = [body]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) left.push(name, inner)
  }
  return false
}
