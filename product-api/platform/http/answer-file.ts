import { Readable } from 'node:stream'
import { notFound, Problem } from '../problem.ts'
import { Answer } from './endpoint.ts'

type Opened = { content: Readable; bytes: number }
type FileInfo = {
  /** The content type, if the call has several. */
  type?: string
  /** The size; if it is known, byte ranges are supported. */
  bytes?: number
}

const binary = 'application/octet-stream'

/**
 * Answers a file that is generated for this caller, row by row as the client reads it: a slow client delays no one else.
 * @param name the suggested file name.
 */
export function answerDownload(name: string, rows: AsyncIterable<string>): Answer {
  return new Answer((c, { answersFile = binary }) => {
    const headers = {
      'content-type': `${answersFile}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    return c.body(Readable.toWeb(Readable.from(rows, { objectMode: false })) as ReadableStream, 200, headers)
  })
}

/**
 * Answers an immutable file, or the requested byte range (RFC 9110, 14); `tag` identifies its content. Ranges are
 * ignored for other methods than GET, for a stale If-Range and for a file of unknown length.
 * The answer is a Problem `not_found` if the file is missing in the storage.
 */
export function answerFile(
  tag: string,
  open: (part?: ByteRange) => Promise<Opened | undefined>,
  { type, bytes }: FileInfo = {},
): Answer {
  return new Answer(async (c, { answersFile = binary }) => {
    const etag = `"${tag}"`
    const parts = bytes === undefined ? undefined : { 'accept-ranges': 'bytes' }
    const headers = { etag, 'cache-control': 'public, max-age=31536000, immutable', ...parts }
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
    const takesParts = c.req.method === 'GET' && bytes !== undefined && isOfThisFile(c.req.header('if-range'), etag)
    const part = takesParts ? readRange(c.req.header('range'), bytes) : 'whole'
    if (part === 'none') {
      c.header('content-range', `bytes */${bytes}`)
      throw new Problem('range_not_satisfiable', { detail: `The file has ${bytes} bytes: there is no such part` })
    }
    const file = await open(part === 'whole' ? undefined : part)
    if (!file) throw notFound('file')
    const described = { ...headers, 'content-type': type ?? answersFile, 'content-length': String(file.bytes) }
    if (c.req.method === 'HEAD') {
      file.content.destroy()
      return c.body(null, 200, described)
    }
    const content = Readable.toWeb(file.content) as ReadableStream
    if (part === 'whole') return c.body(content, 200, described)
    return c.body(content, 206, { ...described, 'content-range': `bytes ${part.start}-${part.end}/${bytes}` })
  })
}

/** The positions of the first and the last byte. */
type ByteRange = { start: number; end: number }

/**
 * Parses a Range header for a file of `size` bytes (RFC 9110, 14.1.2): `whole` if it is absent, malformed or has
 * several ranges, `none` if the range can't be satisfied.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'none'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Whether an If-Range header allows a partial answer: the client's part must be of this same content. */
export function isOfThisFile(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag
}
