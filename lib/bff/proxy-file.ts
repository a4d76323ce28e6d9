import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Endpoint } from '#contract/endpoint.ts'
import { ImportEvent, subscriberFiles } from '#contract/subscriber-files.ts'
import { uploads } from '#contract/uploads.ts'
import { type CallAs, call, type LooseInput, openCall } from '#lib/api/client.ts'
import { problem } from '#lib/http/problem.ts'
import { isForeign } from '#lib/http/request.ts'
import { forSignedIn, type Handler, readInput } from './forward.ts'
import { endWithProblem, eventAnswer, eventsIn, wantsEvents } from './proxy-events.ts'

type Taking = Endpoint & { takesFile: { mostBytes: number } }
/** The accepted types, and their names in messages to people. */
type Words = { types: RegExp; please: string; called: string }
type WithEvents = (input: LooseInput, as: CallAs) => Promise<Response>

export const proxyPicture = proxyFile(uploads.add, {
  types: /^image\/[\w.+-]+$/i,
  please: 'Please send a picture, with its type (content-type image/…) and its length.',
  called: 'A picture',
})

export const proxySubscriberFile = proxyFile(
  subscriberFiles.import,
  {
    types: /^text\/csv$/i,
    please: 'Please send a CSV file, with its type (content-type text/csv) and its length.',
    called: 'A file',
  },
  importWithEvents,
)

/**
 * Streams a file: nothing of it is stored here. A sender without permission, or a file that declares itself too large,
 * is refused before any of it is read.
 */
function proxyFile(endpoint: Taking, { types, please, called }: Words, withEvents?: WithEvents): Handler {
  const { mostBytes } = endpoint.takesFile
  return forSignedIn(endpoint, async (request, as) => {
    const type = request.headers.get('content-type') ?? ''
    const bytes = Number(request.headers.get('content-length'))
    if (!types.test(type) || !request.body || !bytes) return problem('bad_request', please)
    if (bytes > mostBytes) return problem('too_large', `${called} has at most ${mostBytes / 1024 / 1024} MB.`)
    const { query } = await readInput(endpoint, request)
    const file = { type, bytes, content: Readable.fromWeb(request.body as NodeStream) }
    if (withEvents && wantsEvents(request)) return withEvents({ file, query }, as)
    const { body } = await call<Endpoint>(endpoint, { file, query }, as)
    return Response.json(body, { headers: { 'cache-control': 'private, no-store' } })
  })
}

const broken =
  'The connection broke before the file was read to its end. Please check the same file again: what is imported already changes nothing.'

/** The import goes on when the browser goes away: its file is there as a whole by then. */
async function importWithEvents(...[input, as]: Parameters<WithEvents>): Promise<Response> {
  const opened = await openCall(subscriberFiles.import, input, as)
  const clean = (given: unknown) => ImportEvent.safeParse(given).data
  const events = eventsIn(opened, clean, (report) => ({ kind: 'end', report }))
  return eventAnswer(endWithProblem(events, broken), () => opened.content.destroy())
}

const passed = ['content-type', 'content-disposition']

/** Streams a file that is made for its caller. Only our own page may ask for it: a link elsewhere makes none. */
export function proxyDownload(endpoint: Endpoint): Handler {
  return async (request, params) => {
    if (isForeign(request)) return problem('forbidden', 'Please download this from our own page.')
    const download = forSignedIn(endpoint, async (_, as) => {
      const { headers, content } = await openCall(endpoint, await readInput(endpoint, request, params), as)
      const own = passed.flatMap((name): [string, string][] => {
        const value = headers.get(name)
        return value ? [[name, value]] : []
      })
      return new Response(Readable.toWeb(content) as ReadableStream, {
        headers: [...own, ['cache-control', 'private, no-store']],
      })
    })
    return download(request)
  }
}
