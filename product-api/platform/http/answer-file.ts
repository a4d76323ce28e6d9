import { Readable } from 'node:stream'
import { notFound, Problem } from '../problem.ts'
import type { HttpContext } from './api.ts'

type Opened = { content: Readable; bytes: number }
type FileInfo = {
  /** The content type, if the call has several. */
  type?: string
  /** The size; if it is known, byte ranges are supported. */
  bytes?: number
}

/** An immutable file as the answer; `tag` identifies its content. */
export class FileAnswer {
  readonly tag: string
  readonly open: (part?: ByteRange) => Promise<Opened | undefined>
  readonly info: FileInfo

  constructor(tag: string, open: FileAnswer['open'], info: FileInfo = {}) {
    this.tag = tag
    this.open = open
    this.info = info
  }
}

/** A file that is generated for this caller, row by row; `name`: the suggested file name. */
export class Download {
  readonly name: string
  readonly rows: AsyncIterable<string>

  constructor(name: string, rows: AsyncIterable<string>) {
    this.name = name
    this.rows = rows
  }
}

/** Streams the rows as the client reads them: a slow client delays no one else. */
export function answerDownload(c: HttpContext, { name, rows }: Download, type: string): Response {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  }
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  return c.body(Readable.toWeb(Readable.from(rows, { objectMode: false })) as ReadableStream, 200, headers)
}

/**
 * Answers a file, or the requested byte range (RFC 9110, 14).
 * @throws Problem `not_found` if the file is missing in the storage.
 */
export async function answerFile(c: HttpContext, answer: FileAnswer, callType: string): Promise<Response> {
  const { tag, open, info } = answer
  const etag = `"${tag}"`
  const parts = info.bytes === undefined ? undefined : { 'accept-ranges': 'bytes' }
  const headers = { etag, 'cache-control': 'public, max-age=31536000, immutable', ...parts }
  if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
  const part = partOf(c, answer)
  if (part === 'none') {
    c.header('content-range', `bytes */${info.bytes}`)
    throw new Problem('range_not_satisfiable', { detail: `The file has ${info.bytes} bytes: there is no such part` })
  }
  const file = await open(part)
  if (!file) throw notFound('file')
  const type = info.type ?? callType
  const described = { ...headers, 'content-type': type, 'content-length': String(file.bytes) }
  if (c.req.method === 'HEAD') {
    file.content.destroy()
    return c.body(null, 200, described)
  }
  const content = Readable.toWeb(file.content) as ReadableStream
  if (!part) return c.body(content, 200, described)
  return c.body(content, 206, { ...described, 'content-range': `bytes ${part.start}-${part.end}/${info.bytes}` })
}

/** Ranges are ignored for other methods than GET, for a stale If-Range and for a file of unknown length. */
function partOf(c: HttpContext, { tag, info }: FileAnswer): ByteRange | 'none' | undefined {
  if (c.req.method !== 'GET' || info.bytes === undefined) return undefined
  if (!isOfThisFile(c.req.header('if-range'), `"${tag}"`)) return undefined
  const part = readRange(c.req.header('range'), info.bytes)
  return part === 'whole' ? undefined : part
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
