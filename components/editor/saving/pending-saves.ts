import { CallFailure } from '#lib/browser/call-failure.ts'
import { hasUnsaved, type Refusal, type SaveState } from './save-state.ts'

/** A story as the server has it now. */
export type SavedStory = { slug: string; storyId: string; version: number }
type Promised<Saved> = { resolve: (saved: Saved) => void; reject: (failure: CallFailure) => void }

/** The server has answered without accepting the text, whether or not it is sent again automatically. */
const answeredTroubles = ['failed', 'server-fault', 'asked-to-wait']

/** The promises of saves: resolved once all is saved or if it can't be sent for now, rejected if the server refuses or fails. */
export class PendingSaves {
  #promised: Promised<SavedStory | undefined>[] = []

  make(): Promise<SavedStory | undefined> {
    return new Promise((resolve, reject) => {
      this.#promised.push({ resolve, reject })
    })
  }

  settle(state: SaveState, failure: CallFailure | undefined): void {
    const { sent, trouble, conflict, session, isOffline } = state
    if (this.#promised.length === 0 || sent) return
    const isSaved = !hasUnsaved(state)
    if (!isSaved && !trouble && !conflict && session === 'open' && !isOffline) return
    for (const { resolve, reject } of this.#promised.splice(0)) {
      if (isSaved) resolve(savedStory(state))
      else if (trouble && failure && answeredTroubles.includes(trouble.kind)) reject(failure)
      else resolve(undefined)
    }
  }
}

/** The promise of a command. One command at a time. */
export class PendingCommand {
  #pending: Promised<SavedStory> | undefined

  get isPending(): boolean {
    return this.#pending !== undefined
  }

  make(): Promise<SavedStory> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
    })
  }

  succeed(saved: SavedStory | undefined): void {
    if (saved) this.#pending?.resolve(saved)
    this.#pending = undefined
  }

  /** Rejects with the server's own failure, if that is the refusal. */
  fail({ status, sentence, ...details }: Refusal, failure: CallFailure | undefined): void {
    this.#pending?.reject(failure?.message === sentence ? failure : new CallFailure(status, sentence, details))
    this.#pending = undefined
  }
}

export function savedStory({ storyId, slug, base }: SaveState): SavedStory | undefined {
  return storyId === undefined || slug === undefined ? undefined : { storyId, slug, version: base.version }
}
