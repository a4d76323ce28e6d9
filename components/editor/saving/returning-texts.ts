import type { EventNow } from '#lib/saving/events.ts'
import type { SaveState } from '#lib/saving/save-state.ts'
import { isSameText, type StoryText } from '#lib/saving/story-text.ts'
import type { KeptDraft } from './local-drafts.ts'
import { OfferedDrafts } from './offered-drafts.ts'

type Saver = {
  state: () => SaveState
  /** The state with every key in it. */
  read: () => SaveState
  happen: (event: EventNow) => void
  showText: (text: StoryText) => void
}

/** Handles the texts that earlier tabs left behind: one comes back by itself, is offered, or waits in the history. */
export class ReturningTexts {
  readonly #saver: Saver
  readonly #drafts = new OfferedDrafts()
  /** The key of the one that is to be taken up. */
  #taking: string | undefined
  /** One that was shown without asking, and the text before it. */
  #cameBack: { draft: KeptDraft; before: StoryText } | undefined

  constructor(saver: Saver) {
    this.#saver = saver
  }

  /** The one that came back, or the last one that can be taken up. */
  get offered(): { draft: KeptDraft; isShown: boolean } | undefined {
    if (this.#cameBack) return { draft: this.#cameBack.draft, isShown: true }
    return this.#drafts.first && { draft: this.#drafts.first, isShown: false }
  }

  get dismissed(): readonly KeptDraft[] {
    return this.#drafts.dismissed
  }

  /** `found` is called whenever there may be something new. */
  look(initial: StoryText, found: () => void, signal: AbortSignal): void {
    const { person, storyId, slug } = this.#saver.state()
    const begin = () => {
      this.#beginWithFirst()
      found()
    }
    void this.#drafts.look({ person, storyId, slug, initial }, begin, signal)
  }

  /** If the story is unchanged since, the text that was left behind simply continues; else its writer is asked. */
  #beginWithFirst(): void {
    const { storyId, base, mine, isUnread } = this.#saver.state()
    const draft = this.#drafts.first
    const isUntouched = storyId !== undefined && !isUnread && mine === base.text
    if (!draft || !isUntouched || draft.record.base.version !== base.version) return
    this.#cameBack = { draft, before: mine }
    this.takeBack(draft.key)
  }

  takeOffered(): void {
    const offered = this.offered
    this.#cameBack = undefined
    if (offered && !offered.isShown) this.takeBack(offered.draft.key)
  }

  async dismissOffered(): Promise<void> {
    if (this.#cameBack) await this.#putBack(this.#cameBack)
    else this.#drafts.dismissFirst()
  }

  /** Continues with one by its key, and with what has been written here since. */
  takeBack(key: string): void {
    this.#taking = key
    this.takeUp()
  }

  /** While a request is under way the texts can't meet: it is taken up right after. */
  takeUp(): void {
    const { sent, conflict } = this.#saver.state()
    if (this.#taking === undefined || sent || conflict) return
    const draft = this.#drafts.take(this.#taking)
    this.#taking = undefined
    if (draft) this.#saver.happen({ type: 'recovered', record: draft.record, key: draft.key })
  }

  /** The story that is written here is another one. */
  withdraw(): void {
    this.#drafts.withdraw()
  }

  /** Shows the text from before one came back; the one that came back joins the rejected texts. */
  async #putBack(cameBack: { draft: KeptDraft; before: StoryText }): Promise<void> {
    const { draft, before } = cameBack
    const { person, mine, base, chosenSlug } = this.#saver.read()
    const origin = { base: { text: before, version: base.version }, unanswered: undefined }
    const keptAt = isSameText(mine, draft.record.text) ? draft.keptAt : Date.now()
    this.#cameBack = undefined
    try {
      await this.#drafts.setAside(person, { ...draft.record, ...origin, text: mine, chosenSlug }, keptAt)
    } catch {
      // Without a place to wait in, it stays.
      this.#cameBack = cameBack
      return
    }
    // What has arrived in the meantime must wait there too.
    if (this.#saver.read().mine !== mine) return this.#putBack(cameBack)
    this.#saver.showText(before)
    this.#saver.happen({ type: 'slug-chosen', slug: undefined })
    this.#saver.happen({ type: 'changed', text: before })
  }
}
