import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Endpoint } from '#contract/endpoint.ts'
import { subscriberFiles } from '#contract/subscriber-files.ts'
import { uploads } from '#contract/uploads.ts'
import { callWithFile } from '#lib/api/client.ts'
import { foreignRefusal } from '#lib/requests/foreign-refusal.ts'
import { badInput, problem } from '#lib/requests/problem.ts'
import { callerOf } from '#lib/session/caller.ts'
import { type Handler, refused } from './forward.ts'
import { parseInput } from './input.ts'

type Taking = Endpoint & { takesFile: object }
/** Which types are taken, and how a person is told of what they send. */
type Words = { types: RegExp; please: string; called: string }

export const passPicture = passFile(uploads.add, {
  types: /^image\/[\w.+-]+$/i,
  please: 'Please send a picture, with its type (content-type image/…) and its length.',
  called: 'A picture',
})

export const passSubscribers = passFile(subscriberFiles.import, {
  types: /^text\/csv$/i,
  please: 'Please send a CSV file, with its type (content-type text/csv) and its length.',
  called: 'A file',
})

/**
 * Passes a file on as it comes: nothing of it is kept here. Who may not send one, and what is too large by its own word, is
 * refused before any of it is read.
 */
function passFile<E extends Taking>(endpoint: E, { types, please, called }: Words): Handler {
  const { mostBytes } = endpoint.takesFile as { mostBytes: number }
  return async (request) => {
    const foreign = foreignRefusal(request)
    if (foreign) return foreign
    const as = await callerOf(request)
    if (!as.token) return problem('unauthenticated', 'Please sign in first.')
    const { input, fields } = parseInput(endpoint, {}, new URL(request.url).searchParams)
    if (fields) return badInput(fields)
    const type = request.headers.get('content-type') ?? ''
    const bytes = Number(request.headers.get('content-length'))
    if (!types.test(type) || !request.body || !bytes) return problem('bad_request', please)
    if (bytes > mostBytes) return problem('too_large', `${called} has at most ${mostBytes / 1024 / 1024} MB.`)
    try {
      const content = Readable.fromWeb(request.body as ReadableStream)
      const query = input.query as Record<string, unknown> | undefined
      const { body } = await callWithFile(endpoint, { type, bytes, content }, as, query)
      return Response.json(body, { headers: { 'cache-control': 'private, no-store' } })
    } catch (fault) {
      return refused(fault, request, endpoint)
    }
  }
}
