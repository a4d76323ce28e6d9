import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { uploads } from '#contract/uploads.ts'
import { callWithFile } from '#lib/api/client.ts'
import { foreignRefusal } from '#lib/requests/foreign-refusal.ts'
import { problem } from '#lib/requests/problem.ts'
import { callerOf } from '#lib/session/caller.ts'
import { refused } from './forward.ts'

const { mostBytes } = uploads.add.takesFile

/**
 * Passes a picture on as it comes: nothing of it is kept here. Who may not send one, and what is too large by its own word,
 * is refused before any of it is read.
 */
export async function passPicture(request: Request): Promise<Response> {
  const foreign = foreignRefusal(request)
  if (foreign) return foreign
  const as = await callerOf(request)
  if (!as.token) return problem('unauthenticated', 'Please sign in first.')
  const type = request.headers.get('content-type') ?? ''
  const bytes = Number(request.headers.get('content-length'))
  if (!/^image\/[\w.+-]+$/i.test(type) || !request.body || !bytes) {
    return problem('bad_request', 'Please send a picture, with its type (content-type image/…) and its length.')
  }
  if (bytes > mostBytes) return problem('too_large', `A picture has at most ${mostBytes / 1024 / 1024} MB.`)
  try {
    const content = Readable.fromWeb(request.body as ReadableStream)
    const { body } = await callWithFile(uploads.add, { type, bytes, content }, as)
    return Response.json(body, { headers: { 'cache-control': 'private, no-store' } })
  } catch (fault) {
    return refused(fault, request, uploads.add)
  }
}
