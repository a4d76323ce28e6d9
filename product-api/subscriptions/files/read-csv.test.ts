import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { csvLine } from '#platform/csv-line.ts'
import { type CsvRow, readCsv } from './read-csv.ts'
import { SeenEmails } from './seen-emails.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-csv-'))
const file = path.join(folder, 'list.csv')
afterAll(() => rmSync(folder, { recursive: true }))

async function read(content: string | Buffer) {
  writeFileSync(file, content)
  const rows: CsvRow[] = []
  const reading = readCsv(file)
  for (;;) {
    const { done, value } = await reading.next()
    if (done) return { rows, stopped: value }
    rows.push(value)
  }
}

test('reads quotes, line breaks within them, empty lines and a byte order mark, and knows the lines', async () => {
  const { rows, stopped } = await read('\ufeffemail,name\r\na@b.c,"x\r\n""y"""\r\n\r\n"b@b.c",z "q" z\r\nc@b.c\r\n')
  expect(rows).toEqual([
    { line: 1, values: ['email', 'name'] },
    { line: 2, values: ['a@b.c', 'x\r\n"y"'] },
    { line: 5, values: ['b@b.c', 'z "q" z'] },
    { line: 6, values: ['c@b.c'] },
  ])
  expect(stopped).toBeUndefined()
})

test.each([';', '\t', ','])('finds out that %j is between the values', async (sign) => {
  const { rows } = await read(`"a,b;c",email${sign}name${sign}more\n1${sign}2${sign}3`.replace('"a,b;c",', ''))
  expect(rows.at(-1)?.values).toEqual(['1', '2', '3'])
})

test('keeps what comes before a quote that is never closed, and says where it ends', async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `a${at}@example.com,n\n`).join('')
  const { rows, stopped } = await read(`email,name\n${lines}x@example.com,"open\n${lines.repeat(3)}`)
  expect(rows).toHaveLength(5_001)
  expect(stopped).toEqual({ line: 5_002, reason: expect.stringContaining('quotation mark') })
  expect((await read('email\n"open')).stopped?.line).toBe(2)
})

test.each([
  ['UTF-16', Buffer.from('\ufeffemail\na@b.c', 'utf16le')],
  ['not plain text', Buffer.from([1, 2, 0, 3])],
])('refuses %s with a sentence', async (kind, content) => {
  await expect(read(content)).rejects.toThrow(`This file is ${kind}. Please save it as CSV in UTF-8`)
})

test('of an empty file reads nothing', async () => {
  expect(await read('')).toEqual({ rows: [], stopped: undefined })
})

test('gives back whatever was written, but for the mark before a formula', async () => {
  const value = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed())
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 5 }), async (lines) => {
      const written = lines.map((values) => ['x', ...values])
      const { rows } = await read(`a,b,c\r\n${written.map(csvLine).join('')}`)
      const expected = written.map((values) => values.map((one) => one.replace(/^[=+\-@\t\r\n＝＋－＠]/, "'$&")))
      expect(rows.slice(1).map(({ values }) => values)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\n=1', '＝1+1', '＠SUM(A1)'])(
  'no spreadsheet takes %j for a formula',
  (value) => {
    expect(csvLine([value, 'b'])).toMatch(/^"?'/)
  },
)

test('knows a hundred thousand addresses again, in whatever case', () => {
  const seen = new SeenEmails()
  for (let at = 0; at < 100_000; at++)
    if (!seen.add(`reader-${at}@example.com`)) throw new Error(`${at} was taken for another`)
  for (let at = 0; at < 100_000; at += 7) expect(seen.add(`READER-${at}@example.com`)).toBe(false)
})
