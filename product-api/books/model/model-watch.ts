import { Problem } from '#platform/problem.ts'
import type { Patience } from '../settings.ts'
import { cancelled, nothingKept } from './model-problems.ts'

/** Ends a request whose caller has gone, or that takes too long. */
export class ModelWatch {
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

function inWords(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 100) / 10} seconds` : `${Math.round(ms / 60_000)} minutes`
}
