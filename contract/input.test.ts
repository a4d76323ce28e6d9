import { z } from 'zod'
import { inSentences, parsePart, type WrongFields } from './input.ts'

const schema = z.object({
  name: z.string({ error: 'Please enter a name.' }),
  code: z.string().min(1).max(4),
  level: z.union([z.literal(''), z.enum(['easy', 'hard'])], { error: 'Choose a level.' }).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  nested: z.object({ size: z.int() }).optional(),
})

const wrongIn = (value: unknown) => {
  const wrong: WrongFields = {}
  parsePart(schema, value, wrong)
  return wrong
}

test.each([
  [{ code: 'x' }, { name: 'Please enter a name.' }],
  [{ name: 'Ada' }, { code: 'code is missing.' }],
  [{ name: 'Ada', code: '' }, { code: 'code is missing.' }],
  [{ name: 'Ada', code: 'x'.repeat(5) }, { code: 'code has at most 4 characters.' }],
  [{ name: 'Ada', code: 7 }, { code: 'code is not valid.' }],
  [{ name: 'Ada', code: 'x', level: 'odd' }, { level: 'Choose a level.' }],
  [{ name: 'Ada', code: 'x', nested: { size: 'big' } }, { 'nested.size': 'nested.size is not valid.' }],
  [{ name: 'Ada', code: 'x', limit: '0' }, { limit: 'limit must be at least 1.' }],
  [{ name: 'Ada', code: 'x', limit: '101' }, { limit: 'limit must be at most 100.' }],
  [{ name: 'Ada', code: 'x', limit: 'many' }, { limit: 'limit is not valid.' }],
  [{ name: 'Ada', code: 'x', limit: '1.5' }, { limit: 'limit is not valid.' }],
  [[], { body: 'The body is not valid.' }],
  [null, { body: 'The body is not valid.' }],
])('%j is wrong in %j', (value, fields) => {
  expect(wrongIn(value)).toEqual(fields)
})

test('valid input comes out as the schema makes it', () => {
  const wrong: WrongFields = {}
  expect(parsePart(schema, { name: 'Ada', code: 'x', role: 'admin' }, wrong)).toEqual({ name: 'Ada', code: 'x' })
  expect(wrong).toEqual({})
})

test('the same sentence is said once', () => {
  expect(inSentences({ a: 'It is wrong.', b: 'It is wrong.', c: 'So is this.' })).toBe('It is wrong. So is this.')
})
