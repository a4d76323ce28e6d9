import { parseQuery } from './query.ts'
import { planSearch } from './service.ts'

const documents = new Map([
  ['common', 90_000],
  ['half', 50_000],
  ['some', 12_000],
  ['rare', 30],
])
const plan = (text: string) => planSearch(parseQuery(text).branches, { stories: 100_000, documents })

test.each([
  ['common', 'walk'],
  ['common half', 'walk'],
  ['"common half"', 'walk'],
  ['rare or common', 'walk'],
  ['the common', 'walk'],
  ['some', 'gather'],
  ['common some', 'gather'],
  ['rare common', 'gather'],
  ['rare -common', 'gather'],
  ['half -common', 'gather'],
  ['common -some', 'walk'],
  ['common -the', 'walk'],
  ['common -"half common"', 'walk'],
  ['unknown', 'gather'],
] as const)('%s: %s', (text, expected) => {
  expect(plan(text)).toBe(expected)
})

test('a small store is always gathered', () => {
  expect(planSearch(parseQuery('all').branches, { stories: 500, documents: new Map([['all', 500]]) })).toBe('gather')
})
