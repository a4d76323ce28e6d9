import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { TextEvent } from '#contract/text-processing.ts'
import { cleanTextEvent } from '#lib/api/clean-resource.ts'
import { callForEvents } from '#lib/api/client.ts'
import { foreignRefusal, problem } from '#lib/http/problem.ts'
import { callerOf } from '#lib/session/caller.ts'
import { endWithProblem, eventAnswer, eventsIn, isEventStream, wantsEvents, wholeOf } from './event-stream.ts'
import { forward, type Handler, readInput, refused } from './forward.ts'

const broken = 'The connection broke before the text was finished. Please check your drafts before you try again.'

/**
 * Streams a text while it is written, each event sanitised again. If the browser goes away, so does the call to the product
 * API. A client that does not ask for events gets the whole text as JSON.
 */
export function proxyEvents(endpoint: Endpoint & { events: z.ZodType }): Handler {
  return async (request, params) => {
    if (!wantsEvents(request)) return forward(endpoint, request, params)
    const foreign = foreignRefusal(request)
    if (foreign) return foreign
    const as = await callerOf(request)
    if (!as.token) return problem('unauthenticated', 'Please sign in first.')
    const gone = new AbortController()
    const signal = AbortSignal.any([request.signal, gone.signal])
    try {
      const { text = '' } = await readInput(endpoint, request)
      const { headers, content } = await callForEvents(endpoint, text, { ...as, signal })
      const events = isEventStream(headers) ? eventsIn(content, cleanTextEvent) : whole(content)
      return eventAnswer(endWithProblem(events, broken), gone)
    } catch (fault) {
      return refused(fault, request, endpoint)
    }
  }
}

/** The one event for a product API that does not stream. */
async function* whole(content: Readable): AsyncGenerator<TextEvent> {
  const event = cleanTextEvent({ kind: 'end', html: await wholeOf(content), draft: null })
  if (event) yield event
}
