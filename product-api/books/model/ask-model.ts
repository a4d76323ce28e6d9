import type { OpenAiSettings } from '#platform/openai.ts'
import { openAiClient } from '#platform/openai.ts'
import { Problem } from '#platform/problem.ts'
import type { Patience } from '../settings.ts'
import { fetchBounded, TooLongAnswer } from './fetch-bounded.ts'
import { modelProblem, unfinished } from './model-problems.ts'
import { ModelWatch } from './model-watch.ts'
import type { Message } from './summary-prompt.ts'

const textMostCharacters = 60_000

type Options = {
  patience: Patience
  /** The caller has gone: the request to the model ends, and with it what it costs. */
  signal: AbortSignal
}
type Model = OpenAiSettings & { model: string }

/**
 * What a model writes, piece by piece. It ends only when the model said that it had finished.
 * @throws Problem `unavailable` for every other end; what the endpoint said itself is in none of them.
 */
export async function* askModel(at: Model, messages: Message[], { patience, signal }: Options): AsyncGenerator<string> {
  const watch = new ModelWatch(patience, signal)
  let characters = 0
  let finish: string | undefined
  try {
    // Each try may cost money, and the person who waits can try again.
    const client = await openAiClient(at, { fetch: fetchBounded, maxRetries: 0 })
    const stream = await client.chat.completions.create(
      { model: at.model, messages, stream: true },
      { signal: watch.signal },
    )
    for await (const chunk of stream) {
      watch.heard()
      // An endpoint that claims to be compatible may send anything.
      const choice = chunk?.choices?.[0]
      if (choice?.delta?.refusal)
        throw new Problem('unavailable', { detail: 'The model refused to write this summary.' })
      const piece = choice?.delta?.content
      if (typeof piece === 'string' && piece !== '') {
        characters += piece.length
        if (characters > textMostCharacters) throw new TooLongAnswer()
        // How long our own reader takes is not the model's doing.
        watch.pause()
        yield piece
        watch.heard()
      }
      finish = choice?.finish_reason ?? undefined
      // What comes after it are figures.
      if (finish) break
    }
  } catch (fault) {
    throw watch.ended ?? modelProblem(fault)
  } finally {
    watch.end()
  }
  // The library ends a stream without an error if it was aborted, or if its connection broke in a certain way.
  if (watch.ended) throw watch.ended
  if (finish !== 'stop') throw unfinished(finish)
}
