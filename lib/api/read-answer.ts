import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { cacheTagHeader, readTagHeader } from '#contract/tags.ts'
import { webEnv } from '#lib/env.ts'
import type { HttpAnswer } from './ask-over-http.ts'
import { cleanAnswer, cleanCurrent } from './clean-answer.ts'
import { ApiFailure } from './failure.ts'
import { apiLog, logDropped } from './log.ts'

const faultsLogged = 5

/** An answer with its headers: the cursor of the next page, its tags, the corrected query, the new address if moved. */
export type Answer<T> = {
  body: T
  nextCursor: string | undefined
  /** From what it was made, or what a write changed. */
  tags: readonly string[]
  headers: Headers
  finalPath: string
}

/**
 * Reads the answer to a call. Our own product API has parsed it already; another one's is parsed here (decision 039).
 * @throws ApiFailure for every answer that is not a success, or not what the contract says.
 */
export async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: HttpAnswer,
): Promise<Answer<z.output<E['response']>>> {
  if (!response.ok) throw await failureOf(response)
  const body: unknown = await response.json().catch(() => undefined)
  const isParsed = webEnv().PRODUCT_API_IS_OWN && body !== undefined
  return {
    body: cleanAnswer(endpoint, (isParsed ? body : parsed(endpoint, body)) as z.output<E['response']>),
    tags: tagsOf(response) ?? [],
    nextCursor: nextCursor(response.headers.get('link')),
    headers: response.headers,
    finalPath: new URL(response.url).pathname,
  }
}

function parsed(endpoint: Endpoint, body: unknown): unknown {
  const whole = endpoint.response.safeParse(body)
  if (whole.success) return whole.data
  const why = whole.error.issues.slice(0, faultsLogged)
  // One story that cannot be read must not take a whole list with it.
  const rest = endpoint.response.safeParse(withoutInvalidItems(body, whole.error.issues))
  if (rest.success) {
    logDropped(endpoint.path, why)
    return rest.data
  }
  apiLog().warn({ call: endpoint.call, why }, 'the product API answered against its contract')
  throw new ApiFailure(503, 'invalid_answer', 'The product API answered something else than its contract says', {
    cause: whole.error,
  })
}

/**
 * The answer without the list items that these faults are in; undefined if a fault lies outside of any list. `body` is
 * changed.
 */
function withoutInvalidItems(body: unknown, faults: readonly z.core.$ZodIssue[]): unknown {
  const items = new Map<unknown[], Set<number>>()
  for (const { path } of faults) {
    const place = path.findIndex((step) => typeof step === 'number')
    const list = path.slice(0, place).reduce<unknown>((within, step) => Reflect.get(Object(within), step), body)
    if (place < 0 || !Array.isArray(list)) return undefined
    items.set(list, (items.get(list) ?? new Set()).add(Number(path[place])))
  }
  for (const [list, invalid] of items) {
    const valid = list.filter((_, index) => !invalid.has(index))
    list.splice(0, list.length, ...valid)
  }
  return body
}

/** The refusal that an answer carries. */
export async function failureOf(response: HttpAnswer): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message, fields, current } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  const seconds = Number(response.headers.get('retry-after'))
  return new ApiFailure(
    response.status,
    typeof code === 'string' || typeof code === 'number' ? code : 'unknown',
    typeof message === 'string' ? message : `Server responded with status: ${response.status}`,
    { retryAfterSeconds: seconds > 0 ? seconds : undefined, fields: sentences(fields), current: cleanCurrent(current) },
  )
}

/** The cache tags of an answer; undefined if the product API sends none. */
export function tagsOf({ headers }: HttpAnswer): string[] | undefined {
  return readTagHeader(headers.get(cacheTagHeader))
}

function sentences(fields: unknown): Record<string, string> | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined
  return Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, String(sentence)]))
}

function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1]
  return target ? (new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined) : undefined
}
