import { isOfThisFile, readRange } from './answer-file.ts'

// The cases of RFC 9110, 14.1.2 and 14.2, of a file of 10,000 bytes as its examples have it.
test.each([
  ['bytes=0-499', { start: 0, end: 499 }],
  ['bytes=500-999', { start: 500, end: 999 }],
  ['bytes=-500', { start: 9_500, end: 9_999 }],
  ['bytes=9500-', { start: 9_500, end: 9_999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 9_999 }],
  ['bytes=9999-20000', { start: 9_999, end: 9_999 }],
  ['bytes=-20000', { start: 0, end: 9_999 }],
  ['Bytes=1-2', { start: 1, end: 2 }],
  ['bytes=10000-', 'none'],
  ['bytes=10000-10001', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-4', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes 0-1', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=0-0,-1', 'whole'],
  ['bytes=500-600,601-999', 'whole'],
  ['', 'whole'],
  [undefined, 'whole'],
])('%s', (header, part) => {
  expect(readRange(header, 10_000)).toEqual(part)
})

test('an empty file has no part', () => {
  expect([readRange('bytes=0-', 0), readRange('bytes=-1', 0)]).toEqual(['none', 'none'])
})

test('a part is of this file only if the tag is the very same', () => {
  expect(isOfThisFile(undefined, '"a"')).toBe(true)
  expect(isOfThisFile('"a"', '"a"')).toBe(true)
  for (const other of ['"b"', 'W/"a"', 'a', 'Wed, 21 Oct 2026 07:28:00 GMT']) {
    expect(isOfThisFile(other, '"a"')).toBe(false)
  }
})
