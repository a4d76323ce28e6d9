import type { z } from 'zod'
import type { BrowserCallName, CallNamed } from '#contract/calls.ts'
import { splitEvents } from './ask-server.ts'
import { askBff, type CallInput } from './call-bff.ts'
import { unanswered } from './call-failure.ts'

/** A call whose answer can be seen while it is made. */
type EventCallName = { [N in BrowserCallName]: CallNamed<N> extends { events: z.ZodType } ? N : never }[BrowserCallName]
type CallEvent<N extends EventCallName> =
  CallNamed<N> extends { events: infer E extends z.ZodType } ? z.output<E> : never

/**
 * Like `callBff`, for a call that streams its answer. Aborting the signal ends it on the server too.
 * @throws CallFailure for a call that is refused before it begins, and if the connection breaks.
 */
export async function* callBffEvents<N extends EventCallName>(
  name: N,
  { body, signal }: CallInput<N> & { signal: AbortSignal },
): AsyncGenerator<CallEvent<N>> {
  const response = await askBff(name, { body, signal }, 'text/event-stream')
  try {
    yield* eventsIn<CallEvent<N>>(response)
  } catch (cause) {
    throw unanswered(cause)
  }
}

async function* eventsIn<T>({ body }: Response): AsyncGenerator<T> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { value, done = true } = (await reader?.read()) ?? {}
      if (done) return
      const events = splitEvents(rest + decoder.decode(value, { stream: true }))
      rest = events.rest
      for (const data of events.data) yield JSON.parse(data) as T
    }
  } finally {
    // A client that stops reading wants no more of it.
    reader?.cancel().catch(() => undefined)
  }
}
