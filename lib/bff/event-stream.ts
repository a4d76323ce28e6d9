import type { Readable } from 'node:stream'
import { type ProblemBody, problemBody } from '#contract/problems.ts'
import { renderContext } from '#lib/page-cache/render-context.ts'

/** More than an event has at most, as JSON. */
const eventMostCharacters = 4_000_000

/** `silence`: a comment that only shows that the connection is alive. */
export type Heard<E> = E | 'silence'

export function isEventStream(headers: Headers): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

export function wantsEvents(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/event-stream') ?? false
}

/** @param gone aborted when the browser goes away */
export function eventAnswer(events: AsyncIterator<Heard<object>>, gone: AbortController): Response {
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
    cancel: () => gone.abort(),
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

/** @param clean an event as its page may show it; undefined if it is none */
export async function* eventsIn<E>(
  content: Readable,
  clean: (given: unknown) => E | undefined,
): AsyncGenerator<Heard<E>> {
  let rest = ''
  for await (const chunk of content.setEncoding('utf8')) {
    rest += chunk
    if (rest.length > eventMostCharacters) throw new Error('An event of the product API has no end')
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: ?(.*)$/m.exec(block)?.[1]
      const event = data ? clean(JSON.parse(data)) : 'silence'
      if (event) yield event
    }
  }
}

/** The answer of a product API that knows no events, as JSON. */
export async function wholeOf(content: Readable): Promise<unknown> {
  let text = ''
  for await (const chunk of content.setEncoding('utf8')) {
    text += chunk
    if (text.length > eventMostCharacters) throw new Error('The answer of the product API has no end')
  }
  return JSON.parse(text)
}
