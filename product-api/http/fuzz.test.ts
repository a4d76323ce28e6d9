import fc from 'fast-check'
import { contents } from '#contract/contents.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { ProblemBody } from '#contract/problems.ts'
import { publications } from '#contract/publications.ts'
import { users } from '#contract/users.ts'
import { get, withApi } from '../testing/api.ts'
import { anAuthor, aStory } from '../testing/factories.ts'

withApi()

const endpoints: Endpoint[] = [contents, publications, users].flatMap((group) => Object.values(group))

const hostile = fc.constantFrom(
  ...[
    "'; drop table contents; --",
    '" or 1=1',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%2e%2e',
    '\0',
    'a\0b',
  ],
  ...[
    '%00',
    '%',
    '%zz',
    '$' + '{7*7}',
    '{{7*7}}',
    '\ud800',
    '\udfff',
    '🦄👩‍👩‍👧‍👦',
    '\u202Eright-to-left',
    'مرحبا بالعالم',
    '\n\r',
    '\t',
  ],
  ...[
    'a'.repeat(10_240),
    '🦄'.repeat(1_000),
    '-1',
    '0',
    '1e999',
    'NaN',
    'Infinity',
    '9'.repeat(400),
    'null',
    'undefined',
  ],
  ...[
    '[]',
    '{}',
    '__proto__',
    'constructor',
    '/',
    '//',
    '?',
    '#',
    '&',
    '=',
    ':',
    '*',
    ':*',
    '!',
    '(',
    ')',
    '|',
    '\\',
    '"',
    "'",
  ],
  ...['00000000-0000-0000-0000-000000000000', '11111111-1111-1111-1111-111111111111', ',,,', 'search', 'slug', 'many'],
)
const anything = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 300 }))
const wellFormed = anything.map((text) => text.toWellFormed())

beforeEach(async () => {
  const by = await anAuthor({ name: "O'Hara" })
  await aStory({ by, title: 'Lamp' })
  await aStory({ by, title: 'Draft', isDraft: true })
})

describe.each(endpoints)('$method $path', (endpoint) => {
  test('answers anything with what it asked for or with a problem, never with a fault', async () => {
    const params = Object.keys(endpoint.params?.shape ?? {})
    const queries = Object.keys(endpoint.query?.shape ?? {})
    const input = fc.record({
      params: fc.record(Object.fromEntries(params.map((name) => [name, wellFormed]))),
      query: fc.record(Object.fromEntries(queries.map((name) => [name, wellFormed])), { requiredKeys: [] }),
    })
    await fc.assert(
      fc.asyncProperty(input, async ({ params: given, query }) => {
        const path = `${fillPath(endpoint.path, given)}?${new URLSearchParams(query as Record<string, string>)}`
        await expectNoFault(await get(path), endpoint)
      }),
      { numRuns: 60 },
    )
  })
})

test('an address without any encoding is no fault either', async () => {
  await fc.assert(
    fc.asyncProperty(wellFormed, async (text) => {
      // What a URL parser does not take at all never reaches the API.
      if (!URL.canParse(`http://localhost/contents/${text}`)) return
      const response = await get(`http://localhost/contents/${text}`)
      expect(response.status).toBeLessThan(500)
    }),
    { numRuns: 150 },
  )
})

async function expectNoFault(response: Response, endpoint: Endpoint) {
  expect(response.status).toBeLessThan(500)
  if (response.status >= 400) {
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(ProblemBody.parse(await response.json()).status).toBe(response.status)
  } else if (response.status === 200) {
    // A parameter may lead to another route: only what has no parameters surely answers its own shape.
    const body: unknown = await response.json()
    if (!endpoint.params) expect(endpoint.response.safeParse(body).success).toBe(true)
  }
}
