import OpenAI, { APIError } from 'openai'
import type { OpenAiSettings } from '../openai-settings.ts'
import { Problem } from '../problem.ts'
import { fetchBounded, NoModelAnswer, TooLongAnswer } from './fetch-bounded.ts'
import type { Patience } from './settings.ts'
import type { Message } from './summary-prompt.ts'

const textMostCharacters = 60_000
const nothingKept = 'Nothing was kept. Please try again.'

type Options = {
  patience: Patience
  /** The caller has gone: the request to the model ends, and with it what it costs. */
  signal: AbortSignal
}
type Model = OpenAiSettings & { model: string }

/**
 * What a model writes, piece by piece. It ends only where the model said that it had finished.
 * @throws Problem `unavailable` for every other end; what the endpoint said itself is in none of them.
 */
export async function* askModel(at: Model, messages: Message[], { patience, signal }: Options): AsyncGenerator<string> {
  const watch = new Watch(patience, signal)
  let characters = 0
  let finish: string | undefined
  try {
    const stream = await clientOf(at).chat.completions.create(
      { model: at.model, messages, stream: true },
      { signal: watch.signal },
    )
    for await (const chunk of stream) {
      watch.heard()
      // Whoever calls itself compatible may send anything.
      const choice = chunk?.choices?.[0]
      if (choice?.delta?.refusal)
        throw new Problem('unavailable', { detail: 'The model refuses to write this summary.' })
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
    throw watch.ended ?? problemOf(fault)
  } finally {
    watch.end()
  }
  // The library ends a stream quietly where it was aborted, or where its connection broke in a certain way.
  if (watch.ended) throw watch.ended
  if (finish !== 'stop') throw unfinished(finish)
}

/** Its caller is gone: hardly anybody reads it. */
export function cancelled(): Problem {
  return new Problem('unavailable', { detail: 'Cancelled. Nothing was kept.' })
}

function clientOf({ baseUrl, apiKey }: Model): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // What the environment says for other programs is not meant for this one.
    ...{ adminAPIKey: null, organization: null, project: null, webhookSecret: null },
    ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
    fetch: fetchBounded,
    // Each try may cost money, and somebody waits who can try again.
    maxRetries: 0,
    logLevel: 'off',
  })
}

/** Ends a request whose caller has gone, or that takes too long. */
class Watch {
  readonly #patience: Patience
  readonly #caller: AbortSignal
  readonly #stop = new AbortController()
  #late: Problem | undefined
  readonly #whole: NodeJS.Timeout
  #next: NodeJS.Timeout
  readonly signal: AbortSignal

  constructor(patience: Patience, caller: AbortSignal) {
    const { beginMs, wholeMs } = patience
    this.#patience = patience
    this.#caller = caller
    this.signal = AbortSignal.any([caller, this.#stop.signal])
    this.#whole = this.#after(wholeMs, `The model took longer than ${inWords(wholeMs)} for the whole text.`)
    this.#next = this.#after(beginMs, `The model has written nothing for ${inWords(beginMs)}.`)
  }

  /** Why it was ended, if it was. */
  get ended(): Problem | undefined {
    if (this.#caller.aborted) return cancelled()
    return this.#late
  }

  heard(): void {
    const { idleMs } = this.#patience
    clearTimeout(this.#next)
    this.#next = this.#after(idleMs, `The model stopped in the middle, and wrote nothing more for ${inWords(idleMs)}.`)
  }

  pause(): void {
    clearTimeout(this.#next)
  }

  end(): void {
    clearTimeout(this.#next)
    clearTimeout(this.#whole)
    this.#stop.abort()
  }

  #after(ms: number, sentence: string): NodeJS.Timeout {
    return setTimeout(() => {
      this.#late = new Problem('unavailable', { detail: `${sentence} ${nothingKept}` })
      this.#stop.abort()
    }, ms)
  }
}

function problemOf(fault: unknown): Problem {
  if (fault instanceof Problem) return fault
  return new Problem('unavailable', { detail: sentenceFor(fault), cause: fault })
}

function sentenceFor(fault: unknown): string {
  if (isOrComesFrom(fault, TooLongAnswer)) return `The model wrote far more than a summary has. ${nothingKept}`
  if (isOrComesFrom(fault, NoModelAnswer)) {
    return 'The endpoint answered something that is no text of a model. Please check OPENAI_BASE_URL.'
  }
  if (fault instanceof SyntaxError) return `The endpoint answered something that cannot be read. ${nothingKept}`
  if (!(fault instanceof APIError)) return `The answer of the model broke off. ${nothingKept}`
  if (fault.status !== undefined) return sentenceForStatus(fault.status)
  if (fault.constructor === APIError) return `The endpoint reported a fault in the middle of the text. ${nothingKept}`
  return 'The endpoint of the model does not answer. Please check OPENAI_BASE_URL, or try again later.'
}

function sentenceForStatus(status: number): string {
  const said = `The endpoint of the model answered ${status}`
  if (status === 401 || status === 403) return `${said}: it does not accept our key. Please check OPENAI_API_KEY.`
  if (status === 404) return `${said}: please check OPENAI_BASE_URL and OPENAI_MODEL.`
  if (status === 429) return `${said}: it is busy, or what was paid for is used up. Please try again later.`
  if (status >= 500) return `${said}: it has a fault of its own. Please try again later.`
  if (status < 400) return `${said}: it leads elsewhere. Please check OPENAI_BASE_URL.`
  return `${said}: it does not accept what we ask. Please check OPENAI_MODEL.`
}

function unfinished(finish: string | undefined): Problem {
  const sentences: Record<string, string> = {
    length: 'The model reached its limit before the end of the text.',
    content_filter: 'The filter of the model stopped the text.',
  }
  const sentence = sentences[finish ?? ''] ?? 'The answer of the model broke off.'
  return new Problem('unavailable', { detail: `${sentence} ${nothingKept}` })
}

function isOrComesFrom(fault: unknown, kind: new () => Error): boolean {
  return (
    fault instanceof kind || (fault instanceof Error && fault.cause !== undefined && isOrComesFrom(fault.cause, kind))
  )
}

function inWords(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 100) / 10} seconds` : `${Math.round(ms / 60_000)} minutes`
}
