import { CallFailure } from '#lib/browser/call-failure.ts'
import { hasUnsaved, type Refusal, type SaveState } from '#lib/saving/save-state.ts'

/** A story as the server has it now. */
export type SavedStory = { slug: string; storyId: string; version: number }
type Promised<Saved> = { resolve: (saved: Saved) => void; reject: (failure: CallFailure) => void }

/** The server has answered, and has not taken the text; whether it is sent again by itself does not matter here. */
const answeredTroubles = ['failed', 'server-fault', 'asked-to-wait']

/** Tells the caller of a save when it is done, why the server did not do it, or that it can't be done for now. */
export class SavePromises {
  #promised: Promised<SavedStory | undefined>[] = []

  make(): Promise<SavedStory | undefined> {
    return new Promise((resolve, reject) => {
      this.#promised.push({ resolve, reject })
    })
  }

  keep(state: SaveState, failure: CallFailure | undefined): void {
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

/** Tells the caller of a wish that goes along with a text how it ended. One wish at a time. */
export class WishPromise {
  #wished: Promised<SavedStory> | undefined

  get isUnderWay(): boolean {
    return this.#wished !== undefined
  }

  make(): Promise<SavedStory> {
    return new Promise((resolve, reject) => {
      this.#wished = { resolve, reject }
    })
  }

  grant(saved: SavedStory | undefined): void {
    if (saved) this.#wished?.resolve(saved)
    this.#wished = undefined
  }

  /** Rejects with the server's own failure, if that is the refusal. */
  refuse({ status, sentence, ...details }: Refusal, told: CallFailure | undefined): void {
    this.#wished?.reject(told?.message === sentence ? told : new CallFailure(status, sentence, details))
    this.#wished = undefined
  }
}

export function savedStory({ storyId, slug, base }: SaveState): SavedStory | undefined {
  return storyId === undefined || slug === undefined ? undefined : { storyId, slug, version: base.version }
}
