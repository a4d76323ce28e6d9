import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { problemBody } from '#contract/problems.ts'
import type { TextEvent } from '#contract/text-processing.ts'
import { cleanTextEvent } from '#lib/api/clean-text-event.ts'
import { callForEvents } from '#lib/api/client.ts'
import { foreignRefusal } from '#lib/requests/foreign-refusal.ts'
import { badInput, problem } from '#lib/requests/problem.ts'
import { readJson } from '#lib/requests/read-body.ts'
import { callerOf } from '#lib/session/caller.ts'
import { renderContext } from '#lib/web-server/render-context.ts'
import { forward, type Handler, refused } from './forward.ts'
import { parseInput } from './input.ts'

/** More than an event of a text has at most, as JSON. */
const eventMostCharacters = 4_000_000
const broken = 'The connection broke before the text was finished. Please look at your drafts before you try again.'

/**
 * Passes a text on while it is written, each event made safe once more. Where the browser goes away, the product API hears
 * of it. Who does not ask for events gets the whole text as every other answer.
 */
export function passEvents(endpoint: Endpoint & { events: z.ZodType }): Handler {
  return async (request, params) => {
    if (!request.headers.get('accept')?.includes('text/event-stream')) return forward(endpoint, request, params)
    const foreign = foreignRefusal(request)
    if (foreign) return foreign
    const as = await callerOf(request)
    if (!as.token) return problem('unauthenticated', 'Please sign in first.')
    const gone = new AbortController()
    const signal = AbortSignal.any([request.signal, gone.signal])
    try {
      const { input, fields } = parseInput(endpoint, {}, new URL(request.url).searchParams, await readJson(request))
      if (fields) return badInput(fields)
      const { headers, content } = await callForEvents(endpoint, input.body, { ...as, signal })
      const events = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
        ? eventsIn(content)
        : whole(content)
      return eventAnswer(endWithProblem(events), gone)
    } catch (fault) {
      return refused(fault, request, endpoint)
    }
  }
}

/** `silence`: nothing for a while, but the line is alive. */
type Heard = TextEvent | 'silence'

function eventAnswer(events: AsyncIterator<Heard>, gone: AbortController): Response {
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
  // What is compressed, or kept back by a proxy, waits until there is enough of it.
  const headers = { 'cache-control': 'private, no-store, no-transform', 'x-accel-buffering': 'no' }
  return new Response(stream, { headers: { ...headers, 'content-type': 'text/event-stream' } })
}

/** A text ends with its end or with a problem, whatever became of the connection. */
async function* endWithProblem(events: AsyncIterable<Heard>): AsyncGenerator<Heard> {
  try {
    for await (const event of events) {
      yield event
      if (event !== 'silence' && event.kind !== 'text') return
    }
  } catch {
    // Told below.
  }
  yield { kind: 'problem', problem: problemBody('unavailable', broken, renderContext()?.requestId ?? '') }
}

async function* eventsIn(content: Readable): AsyncGenerator<Heard> {
  let rest = ''
  for await (const chunk of content.setEncoding('utf8')) {
    rest += chunk
    if (rest.length > eventMostCharacters) throw new Error('An event of the product API has no end')
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: ?(.*)$/m.exec(block)?.[1]
      const event = data ? cleanTextEvent(JSON.parse(data)) : 'silence'
      if (event) yield event
    }
  }
}

/** Of a product API that knows no events. */
async function* whole(content: Readable): AsyncGenerator<TextEvent> {
  let text = ''
  for await (const chunk of content.setEncoding('utf8')) {
    text += chunk
    if (text.length > eventMostCharacters) throw new Error('The answer of the product API has no end')
  }
  const event = cleanTextEvent({ kind: 'end', html: JSON.parse(text), draft: null })
  if (event) yield event
}
