import { type OpenAiSettings, openAiClient } from '#platform/openai.ts'
import type { Problem } from '#platform/problem.ts'
import type { ModelTimeouts } from '../settings.ts'
import { cancelled, modelProblem, nothingKept, tooLong, unavailable, unfinished } from './model-problems.ts'

const textMostCharacters = 60_000

export type Message = { role: 'system' | 'user'; content: string }
type Options = {
  timeouts: ModelTimeouts
  /** Aborted when the caller disconnects: the request to the model ends too, because it costs money. */
  signal: AbortSignal
}
type Model = OpenAiSettings & { model: string }

/**
 * Streams a model's answer in chunks; ends normally only if the model reports that it has finished.
 * @throws Problem `unavailable` otherwise, without any of the endpoint's own words.
 */
export async function* askModel(
  model: Model,
  messages: Message[],
  { timeouts, signal }: Options,
): AsyncGenerator<string> {
  const deadline = startDeadline(timeouts, signal)
  let characters = 0
  let finish: string | undefined
  try {
    // No automatic retries: each request may cost money, and the user can try again.
    const client = await openAiClient(model, { fetch: fetchStream, maxRetries: 0 })
    const stream = await client.chat.completions.create(
      { model: model.model, messages, stream: true },
      { signal: deadline.signal },
    )
    for await (const chunk of stream) {
      deadline.restart()
      // An endpoint that claims to be compatible may send anything.
      const choice = chunk?.choices?.[0]
      if (choice?.delta?.refusal) throw unavailable('The model refused to write this summary.')
      const piece = choice?.delta?.content
      if (typeof piece === 'string' && piece !== '') {
        characters += piece.length
        if (characters > textMostCharacters) throw tooLong()
        // The consumer's own time must not count against the model.
        deadline.pause()
        yield piece
        deadline.restart()
      }
      finish = choice?.finish_reason ?? undefined
      // Only usage statistics follow.
      if (finish) break
    }
  } catch (fault) {
    throw deadline.failure() ?? modelProblem(fault)
  } finally {
    deadline.end()
  }
  // The library ends a stream without an error if it was aborted, and in some cases if its connection broke.
  const failure = deadline.failure()
  if (failure) throw failure
  if (finish !== 'stop') throw unfinished(finish)
}

/** Aborts a request whose caller has disconnected, or that exceeds a timeout. */
function startDeadline({ beginMs, idleMs, wholeMs }: ModelTimeouts, caller: AbortSignal) {
  const stop = new AbortController()
  let timedOut: Problem | undefined
  const after = (ms: number, sentence: string) =>
    setTimeout(() => {
      timedOut = unavailable(`${sentence} ${nothingKept}`)
      stop.abort()
    }, ms)
  const whole = after(wholeMs, `The model took longer than ${inWords(wholeMs)} for the whole text.`)
  let next = after(beginMs, `The model has written nothing for ${inWords(beginMs)}.`)
  return {
    signal: AbortSignal.any([caller, stop.signal]),
    /** Why the request was aborted, if it was. */
    failure: () => (caller.aborted ? cancelled() : timedOut),
    /** Restarts the wait for the next chunk. */
    restart: () => {
      clearTimeout(next)
      next = after(idleMs, `The model stopped in the middle, and wrote nothing more for ${inWords(idleMs)}.`)
    },
    pause: () => clearTimeout(next),
    end: () => {
      clearTimeout(next)
      clearTimeout(whole)
      stop.abort()
    },
  }
}

function inWords(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 100) / 10} seconds` : `${Math.round(ms / 60_000)} minutes`
}

/** A text of some thousand words takes some hundred kilobytes on the wire, as each chunk has an envelope. */
const wireMostBytes = 8 * 1024 * 1024

/**
 * Fetches an event stream of limited size. Doesn't follow redirects, because the key is meant for this address alone,
 * and drops the body of an error, which may be any page.
 */
async function fetchStream(address: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: 'manual' })
  const { ok, status, body, headers } = response
  if (!ok) {
    await body?.cancel().catch(() => undefined)
    return new Response(null, { status: status < 200 ? 502 : status })
  }
  if (!body || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
    await body?.cancel().catch(() => undefined)
    throw unavailable('The endpoint’s answer doesn’t come from a model. Please check OPENAI_BASE_URL.')
  }
  return new Response(body.pipeThrough(limitBytes(wireMostBytes)), { status, headers })
}

function limitBytes(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) controller.error(tooLong())
      else controller.enqueue(chunk)
    },
  })
}
