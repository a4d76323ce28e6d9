import type { z } from 'zod'
import { calls } from '#contract/calls.ts'

// The web does not parse the answers of our own product API, which has parsed them itself (decision 039). That changes
// nothing if a parsed answer parses to itself: if no schema of an answer transforms a value.

type Schema = z.core.$ZodType
type Definition = {
  type: string
  checks?: { _zod: { def: { check: string } } }[]
  coerce?: boolean
  defaultValue?: unknown
  catchValue?: (context: never) => unknown
  shape?: Record<string, Schema>
  options?: Schema[]
  element?: Schema
  innerType?: Schema
  keyType?: Schema
  valueType?: Schema
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition
/** These answer what they are given, without the keys that they do not name. */
const plain = new Set(['string', 'number', 'boolean', 'null', 'literal', 'enum', 'unknown', 'any'])
const around = new Set(['object', 'array', 'union', 'record', 'nullable', 'optional', 'default', 'catch'])

/** Every place in a schema that may answer something else than it is given. */
function changing(schema: Schema, place: string): string[] {
  const { type, ...inner } = definitionOf(schema)
  if (inner.coerce || inner.checks?.some(({ _zod }) => _zod.def.check === 'overwrite')) return [`${place}: changes it`]
  if (!plain.has(type) && !around.has(type)) return [`${place}: ${type}`]
  if (type === 'default' || type === 'catch') {
    const value = type === 'default' ? inner.defaultValue : inner.catchValue?.({} as never)
    const again = (schema as z.ZodType).safeParse(value)
    if (!again.success || JSON.stringify(again.data) !== JSON.stringify(value)) return [`${place}: its own ${type}`]
  }
  const parts = [inner.element, inner.innerType, inner.keyType, inner.valueType, ...(inner.options ?? [])]
  return [
    ...Object.entries(inner.shape ?? {}).flatMap(([name, field]) => changing(field, `${place}.${name}`)),
    ...parts.flatMap((part) => (part ? changing(part, place) : [])),
  ]
}

test.each(calls)('a parsed answer to $method $path parses to itself', ({ response }) => {
  expect(changing(response, 'answer')).toEqual([])
})

test('a schema that changes values is recognised', async () => {
  const { z } = await import('zod')
  const trimming = z.object({ names: z.array(z.string().trim()) })
  expect(changing(trimming, 'answer')).toEqual(['answer.names: changes it'])
  expect(changing(z.string().transform(Number), 'answer')).toEqual(['answer: pipe'])
  expect(changing(z.object({ at: z.coerce.number() }), 'answer')).toEqual(['answer.at: changes it'])
  expect(changing(z.object({ day: z.date() }), 'answer')).toEqual(['answer.day: date'])
})
