import { z } from 'zod'
import { calls } from './calls.ts'

type Json = { [key: string]: unknown }

const parts = calls.flatMap((endpoint) =>
  (['params', 'query', 'body'] as const).map((part) => ({ ...endpoint, part, schema: endpoint[part] })),
)

test.each(parts.filter(({ schema }) => schema))('$method $path: all of its $part has an end', ({ schema }) => {
  const input = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' })
  expect(endless(input as Json, '')).toEqual([])
})

test('the check finds unbounded parts at any depth', () => {
  const schema = z.object({
    a: z.string(),
    b: z.array(z.string().max(1)),
    c: z.union([z.literal(''), z.array(z.object({ d: z.string().trim() })).max(2)]).nullish(),
    e: z.looseObject({ f: z.string().max(1) }),
    g: z.record(z.string(), z.unknown()),
    h: z.unknown(),
    i: z.enum(['a', 'b']),
  })
  const input = z.toJSONSchema(schema, { io: 'input' })
  expect(endless(input as Json, '')).toEqual(['/a', '/b', '/c/d', '/e', '/g', '/h'])
})

/** The places where a schema takes texts or lists of any length, or things of any depth. */
function endless(schema: Json, at: string): string[] {
  const { type, properties = {}, items, anyOf, allOf, additionalProperties } = schema
  if ('enum' in schema || 'const' in schema) return []
  const inner = [...((anyOf ?? allOf ?? []) as Json[]), ...(items ? [items as Json] : [])]
  const within = [
    ...inner.flatMap((one) => endless(one, at)),
    ...Object.entries(properties as Json).flatMap(([name, one]) => endless(one as Json, `${at}/${name}`)),
  ]
  const isAnything = type === undefined && inner.length === 0
  // Their patterns have one length.
  const isOfFixedLength = schema.format === 'uuid' || schema.format === 'date'
  const isLong =
    (type === 'string' && schema.maxLength === undefined && !isOfFixedLength) ||
    (type === 'array' && schema.maxItems === undefined)
  const isOpen = type === 'object' && typeof additionalProperties === 'object'
  return isAnything || isLong || isOpen ? [at, ...within] : within
}
