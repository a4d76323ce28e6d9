import type { Endpoint } from '#contract/endpoint.ts'
import { type ProblemBody, problemBody } from '#contract/problems.ts'
import { cleanTextEvent } from '#lib/api/clean-resource.ts'
import { openCall } from '#lib/api/client.ts'
import { renderContext } from '#lib/renderer/render-context.ts'
import { forSignedIn, forward, type Handler, readInput } from './forward.ts'

/** More than an event has at most, as JSON. */
const eventMostCharacters = 4_000_000
const broken = 'The connection broke before the text was finished. Please check your drafts before you try again.'

/**
 * Streams a text while it is written, each event sanitised again. If the browser goes away, so does the call to the product
 * API. A client that does not ask for events gets the whole text as JSON.
 */
export function proxyEvents(endpoint: Endpoint): Handler {
  const stream = forSignedIn(endpoint, async (request, as) => {
    const gone = new AbortController()
    const signal = AbortSignal.any([request.signal, gone.signal])
    const opened = await openCall(endpoint, await readInput(endpoint, request), { ...as, signal })
    const events = eventsIn(opened, cleanTextEvent, (html) => ({ kind: 'end', html, draft: null }))
    return eventAnswer(endWithProblem(events, broken), () => gone.abort())
  })
  return (request, params) => (wantsEvents(request) ? stream(request) : forward(endpoint, request, params))
}

/** `silence`: a comment that only shows that the connection is alive. */
type Heard<E> = E | 'silence'

export function wantsEvents(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/event-stream') ?? false
}

/** @param leave called when the browser goes away */
export function eventAnswer(events: AsyncIterator<Heard<object>>, leave: () => void): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await events.next()
      if (done) controller.close()
      else
        controller.enqueue(
          encoder.encode(value === 'silence' ? ': still here\n\n' : `data: ${JSON.stringify(value)}\n\n`),
        )
    },
    cancel: leave,
  })
  // Compression, or a buffering proxy, would wait until there is enough data.
  const headers = { 'cache-control': 'private, no-store, no-transform', 'x-accel-buffering': 'no' }
  return new Response(stream, { headers: { ...headers, 'content-type': 'text/event-stream' } })
}

type Problem = { kind: 'problem'; problem: ProblemBody }

/**
 * Events end with the end or with a problem, whatever became of the connection.
 * @param broken the sentence for a connection that broke before that
 */
export async function* endWithProblem<E extends { kind: string }>(
  events: AsyncIterable<Heard<E>>,
  broken: string,
): AsyncGenerator<Heard<E | Problem>> {
  try {
    for await (const event of events) {
      yield event
      if (event !== 'silence' && (event.kind === 'end' || event.kind === 'problem')) return
    }
  } catch {
    // Reported below.
  }
  yield { kind: 'problem', problem: problemBody('unavailable', broken, renderContext()?.requestId ?? '') }
}

/**
 * The events of an answer; of a product API that knows none, its whole answer as the last of them.
 * @param clean an event as its page may show it; undefined if it is none
 */
export async function* eventsIn<E>(
  { headers, content }: Awaited<ReturnType<typeof openCall>>,
  clean: (given: unknown) => E | undefined,
  endOf: (whole: unknown) => object,
): AsyncGenerator<Heard<E>> {
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
  let rest = ''
  for await (const chunk of content.setEncoding('utf8')) {
    rest += chunk
    if (rest.length > eventMostCharacters) throw new Error('An answer or event of the product API has no end')
    if (!isStream) continue
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: ?(.*)$/m.exec(block)?.[1]
      const event = data ? clean(JSON.parse(data)) : 'silence'
      if (event) yield event
    }
  }
  const end = isStream ? undefined : clean(endOf(JSON.parse(rest)))
  if (end) yield end
}
