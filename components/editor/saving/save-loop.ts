import { CallFailure } from '#lib/browser/call-failure.ts'
import { needsCurrentText, reduce } from './reducer.ts'
import type { EventNow, Merge, SaveEffect, SaveEvent, SaveState } from './save-state.ts'
import type { StoryText } from './story-text.ts'

/** Everything around the reducer: the clock, the editor, and what runs the effects. */
export type Host = {
  now: () => number
  editor: () => Editor
  /** Called with each new state, before its effects run. */
  entered: (before: SaveState, event: EventNow, effects: SaveEffect[]) => void
  run: (effect: Exclude<SaveEffect, { type: 'show-text' }>) => void
  /** The next event if none is waiting. */
  next: () => EventNow | undefined
  /** No event is waiting any more. */
  settled: () => void
}

/** The editor's functions; looked up again for each call. */
export type Editor = {
  readText: () => StoryText
  /** The text has changed by a merge or a recovery. The editor must show it when this returns. */
  showText: (text: StoryText) => void
  merge: Merge
  /** The server's HTML as this editor would write it, so that equal texts are equal strings. */
  asEdited?: ((html: string) => string) | undefined
}

/**
 * Takes events one at a time: event in, new state, effects out. An event that is dispatched while another one is handled
 * waits until that one's effects have run, so the state never changes under a caller.
 */
export class SaveLoop {
  readonly #host: Host
  readonly #queue: EventNow[] = []
  #state: SaveState
  #isRunning = false
  #isShowing = false
  /** Events are ignored while this is set. */
  isStopped = false

  constructor(opened: SaveState, host: Host) {
    this.#state = opened
    this.#host = host
  }

  get state(): SaveState {
    return this.#state
  }

  dispatch(event: EventNow): void {
    // An editor that is told to show a text reports the change as if it had been typed.
    if (this.#isShowing && event.type === 'typed') return
    this.#queue.push(event)
    this.run()
  }

  /** Handles what is waiting. */
  run(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let event = this.#take(); event; event = this.#take()) {
        if (needsCurrentText(this.#state, event)) this.#handle({ type: 'changed', text: this.#readText() })
        this.#handle(event)
      }
    } finally {
      this.#isRunning = false
    }
    this.#host.settled()
  }

  /** Reads the editor's text if something was typed since it was last read. */
  read(): void {
    if (this.#state.isUnread) this.dispatch({ type: 'changed', text: this.#readText() })
  }

  #take(): EventNow | undefined {
    if (!this.isStopped) return this.#queue.shift() ?? this.#host.next()
    this.#queue.length = 0
    return undefined
  }

  #readText(): StoryText {
    return this.#host.editor().readText()
  }

  #handle(event: EventNow): void {
    const before = this.#state
    const { state, effects } = this.#transition(event)
    this.#state = state
    this.#host.entered(before, event, effects)
    for (const effect of effects) if (effect.type !== 'show-text') this.#host.run(effect)
  }

  /** If the editor can't merge or show a text, both stay as they are: the writer's here, the other one on the server. */
  #transition(event: EventNow): ReturnType<typeof reduce> {
    const at = this.#host.now()
    const editor = this.#host.editor()
    try {
      const next = reduce(this.#state, { ...event, at } as SaveEvent, editor.merge)
      for (const effect of next.effects) if (effect.type === 'show-text') this.#show(effect.text)
      return next
    } catch (fault) {
      reportError(fault)
      if (event.type !== 'refused' && event.type !== 'loaded') return { state: this.#state, effects: [] }
      const sentence = 'It was also changed elsewhere, and the two versions couldn’t be merged.'
      const refusal = new CallFailure(422, sentence)
      return reduce(this.#state, { type: 'refused', at, number: event.number, refusal, jitter: 0 }, editor.merge)
    }
  }

  #show(text: StoryText): void {
    this.#isShowing = true
    try {
      this.#host.editor().showText(text)
    } finally {
      this.#isShowing = false
    }
  }
}

/** The time in milliseconds, monotonic even if the clock is set. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}

export function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 500 })
  else setTimeout(run)
}
