import { Readable } from 'node:stream'
import { Problem } from '../problem.ts'
import type { HttpContext } from './api.ts'

/** An answer that is a file, the same for good at its address; `tag` names this content and no other. */
export class FileAnswer {
  readonly tag: string
  readonly open: () => Promise<{ content: Readable; bytes: number } | undefined>

  constructor(tag: string, open: FileAnswer['open']) {
    this.tag = tag
    this.open = open
  }
}

/** An answer that is a file made for this caller now, row by row; `name`: what it is kept as. */
export class Download {
  readonly name: string
  readonly rows: AsyncIterable<string>

  constructor(name: string, rows: AsyncIterable<string>) {
    this.name = name
    this.rows = rows
  }
}

/** Row by row as it is read: whoever reads slowly holds up nothing but themselves. */
export function answerDownload(c: HttpContext, { name, rows }: Download, type: string): Response {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  }
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  return c.body(Readable.toWeb(Readable.from(rows, { objectMode: false })) as ReadableStream, 200, headers)
}

/** @throws Problem `not_found` where the file is not there after all. */
export async function answerFile(c: HttpContext, { tag, open }: FileAnswer, type: string): Promise<Response> {
  const headers = { etag: `"${tag}"`, 'cache-control': 'public, max-age=31536000, immutable' }
  if (c.req.header('if-none-match')?.includes(headers.etag)) return c.body(null, 304, headers)
  const file = await open()
  if (!file) throw new Problem('not_found', { detail: 'There is no such file' })
  const described = { ...headers, 'content-type': type, 'content-length': String(file.bytes) }
  if (c.req.method !== 'HEAD') return c.body(Readable.toWeb(file.content) as ReadableStream, 200, described)
  file.content.destroy()
  return c.body(null, 200, described)
}
