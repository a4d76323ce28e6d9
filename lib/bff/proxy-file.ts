import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Endpoint } from '#contract/endpoint.ts'
import { ImportEvent, subscriberFiles } from '#contract/subscriber-files.ts'
import { uploads } from '#contract/uploads.ts'
import { type CallAs, callForFile, callWithFile, callWithFileForEvents, type SentFile } from '#lib/api/client.ts'
import { isForeign } from '#lib/http/cross-origin.ts'
import { foreignRefusal, problem } from '#lib/http/problem.ts'
import { callerOf } from '#lib/session/caller.ts'
import { endWithProblem, eventAnswer, eventsIn, isEventStream, wantsEvents, wholeOf } from './event-stream.ts'
import { type Handler, readInput, refused } from './forward.ts'

type Taking = Endpoint & { takesFile: object }
/** The accepted types, and their names in messages to people. */
type Words = { types: RegExp; please: string; called: string }
type WithEvents = (file: SentFile, as: CallAs, query?: Record<string, unknown>) => Promise<Response>

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
function proxyFile<E extends Taking>(endpoint: E, { types, please, called }: Words, withEvents?: WithEvents): Handler {
  const { mostBytes } = endpoint.takesFile as { mostBytes: number }
  return async (request) => {
    const foreign = foreignRefusal(request)
    if (foreign) return foreign
    const as = await callerOf(request)
    if (!as.token) return problem('unauthenticated', 'Please sign in first.')
    const type = request.headers.get('content-type') ?? ''
    const bytes = Number(request.headers.get('content-length'))
    if (!types.test(type) || !request.body || !bytes) return problem('bad_request', please)
    if (bytes > mostBytes) return problem('too_large', `${called} has at most ${mostBytes / 1024 / 1024} MB.`)
    try {
      const { query } = await readInput(endpoint, request)
      const content = Readable.fromWeb(request.body as NodeStream)
      const file = { type, bytes, content }
      if (withEvents && wantsEvents(request)) return await withEvents(file, as, query)
      const { body } = await callWithFile(endpoint, file, as, query)
      return Response.json(body, { headers: { 'cache-control': 'private, no-store' } })
    } catch (fault) {
      return refused(fault, request, endpoint)
    }
  }
}

const broken =
  'The connection broke before the file was read to its end. Please check the same file again: what is imported already changes nothing.'

/** The import goes on when the browser goes away: its file is there as a whole by then. */
async function importWithEvents(...[file, as, query]: Parameters<WithEvents>): Promise<Response> {
  const { headers, content } = await callWithFileForEvents(subscriberFiles.import, file, as, query)
  const events = isEventStream(headers) ? eventsIn(content, cleanImportEvent) : wholeImport(content)
  const gone = new AbortController()
  gone.signal.addEventListener('abort', () => content.destroy())
  return eventAnswer(endWithProblem(events, broken), gone)
}

function cleanImportEvent(given: unknown): ImportEvent | undefined {
  return ImportEvent.safeParse(given).data
}

async function* wholeImport(content: Readable): AsyncGenerator<ImportEvent> {
  const event = cleanImportEvent({ kind: 'end', report: await wholeOf(content) })
  if (event) yield event
}

const passed = ['content-type', 'content-disposition']

/** Streams a file that is made for its caller. Only our own page may ask for it: a link elsewhere makes none. */
export function proxyDownload(endpoint: Endpoint & { answersFile: string }): Handler {
  return async (request) => {
    if (isForeign(request)) return problem('forbidden', 'Please download this from our own page.')
    const as = await callerOf(request)
    if (!as.token) return problem('unauthenticated', 'Please sign in first.')
    try {
      const { headers, content } = await callForFile(endpoint, as)
      const own = passed.flatMap((name): [string, string][] => {
        const value = headers.get(name)
        return value ? [[name, value]] : []
      })
      return new Response(Readable.toWeb(content) as ReadableStream, {
        headers: [...own, ['cache-control', 'private, no-store']],
      })
    } catch (fault) {
      return refused(fault, request, endpoint)
    }
  }
}
