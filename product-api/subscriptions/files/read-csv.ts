import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse } from 'csv-parse'
import { Problem } from '#platform/problem.ts'

/** Longer than any line of a list is; a quote that is never closed would take the rest of the file for one. */
const recordMostBytes = 100_000
const headBytes = 64 * 1024

export type CsvRow = {
  /** The line of the file in which it begins, from 1. */
  line: number
  values: string[]
}
/** Where a file can't be read any further. */
export type Stop = { line: number; reason: string }

/**
 * The rows of a CSV file (RFC 4180), the first one with the names of the columns; commas, semicolons or tabs between
 * the values, with or without a byte order mark. Only as much as one row is held in memory.
 * @param place told how many bytes of the file are read, before each row
 * @returns where it can't be read any further; undefined if it was read to the end.
 * @throws Problem `bad_request` for what is no UTF-8 text.
 */
export async function* readCsv(
  file: string,
  place: (bytes: number) => void = () => undefined,
): AsyncGenerator<CsvRow, Stop | undefined> {
  const head = await readHead(file)
  refuseOtherEncodings(head)
  let fault: Error | undefined
  let extraLines = 0
  let nextLine = 1
  const input = createReadStream(file)
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head.toString()),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: recordMostBytes,
    // Each row starts with the line number and the byte of its end.
    on_record: (values, { lines, bytes }) => [`${lines}`, `${bytes}`, ...values],
    // An error would throw away the rows before it that have not been taken yet.
    skip_records_with_error: true,
    on_skip: (error) => {
      fault ??= error
      return undefined
    },
  })
  input.on('error', (error) => parser.destroy(error)).pipe(parser)
  try {
    for await (const [end, bytes, ...values] of parser as AsyncIterable<string[]>) {
      place(Number(bytes))
      const within = lineEndsIn(values)
      // The parser counts a CRLF within quotes as two lines.
      extraLines += within.carriageReturns
      nextLine = Number(end) - extraLines + 1
      yield { line: nextLine - 1 - within.lines, values }
    }
  } finally {
    input.destroy()
    parser.destroy()
  }
  return fault && { line: nextLine, reason: 'From here on, a quotation mark is not closed or a line is too long.' }
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headBytes) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function refuseOtherEncodings(head: Buffer): void {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (!isUtf16 && !head.includes(0)) return
  const kind = isUtf16 ? 'This file is UTF-16.' : 'This file is not plain text.'
  throw new Problem('bad_request', { detail: `${kind} Please save it as CSV in UTF-8 and upload it again.` })
}

/** The sign that occurs most often in the first line, outside of quotes. */
function delimiterOf(head: string): string {
  const [line = ''] = head.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].sort((one, other) => count(other) - count(one))[0] ?? ','
}

function lineEndsIn(values: readonly string[]): { lines: number; carriageReturns: number } {
  let [lines, carriageReturns] = [0, 0]
  for (const value of values) {
    if (!/[\r\n]/.test(value)) continue
    lines += value.match(/\r\n|\r|\n/g)?.length ?? 0
    carriageReturns += value.match(/\r\n/g)?.length ?? 0
  }
  return { lines, carriageReturns }
}
