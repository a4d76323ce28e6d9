import { findOpenTabs, whenTabCloses } from './browser-events.ts'
import type { EventNow } from './events.ts'
import {
  deleteDrafts,
  dismissDraft,
  draftKeyOf,
  type LocalDraft,
  listDrafts,
  newUuid,
  storeDraft,
} from './local-drafts.ts'
import type { SaveLoop } from './save-loop.ts'
import type { LocalRecord, SaveState } from './save-state.ts'
import { isSameText, type StoryText } from './story-text.ts'

/** The texts that earlier tabs left behind: one is restored without asking, is offered, or waits in the history. */
export class RecoveredDrafts {
  readonly #loop: SaveLoop
  readonly #initial: StoryText
  readonly #showText: (text: StoryText) => void
  readonly #drafts = new OfferedDrafts()
  /** The key of the draft that editing continues with as soon as possible. */
  #taking: string | undefined
  /** The draft that was restored without asking, and the text before it. */
  #restored: { draft: LocalDraft; before: StoryText } | undefined

  constructor(loop: SaveLoop, initial: StoryText, showText: (text: StoryText) => void) {
    this.#loop = loop
    this.#initial = initial
    this.#showText = showText
  }

  /** The restored draft, or the newest one that can be taken. */
  get offered(): { draft: LocalDraft; isShown: boolean } | undefined {
    if (this.#restored) return { draft: this.#restored.draft, isShown: true }
    return this.#drafts.first && { draft: this.#drafts.first, isShown: false }
  }

  get dismissed(): readonly LocalDraft[] {
    return this.#drafts.dismissed
  }

  /** `found` is called whenever there may be something new. */
  load(found: () => void, signal: AbortSignal): void {
    const { person, storyId, slug } = this.#loop.state
    const restore = () => {
      this.#restoreFirst()
      found()
    }
    void this.#drafts.load({ person, storyId, slug, initial: this.#initial }, restore, signal)
  }

  /** If the story is unchanged since, editing simply continues with the draft; else its writer is asked. */
  #restoreFirst(): void {
    const { storyId, base, mine, isUnread } = this.#loop.state
    const draft = this.#drafts.first
    const isUntouched = storyId !== undefined && !isUnread && mine === base.text
    if (!draft || !isUntouched || draft.record.base.version !== base.version) return
    this.#restored = { draft, before: mine }
    this.takeBack(draft.key)
  }

  takeOffered(): void {
    const offered = this.offered
    this.#restored = undefined
    if (offered && !offered.isShown) this.takeBack(offered.draft.key)
  }

  async dismissOffered(): Promise<void> {
    if (this.#restored) await this.#undoRestore(this.#restored)
    else this.#drafts.dismissFirst()
  }

  /** Continues with the draft of this key, merged with anything written here since. */
  takeBack(key: string): void {
    this.#taking = key
    this.#loop.run()
  }

  /** Resumes the draft that is waiting; while a request is under way the texts can't be merged. */
  nextEvent(): EventNow | undefined {
    const { sent, conflict } = this.#loop.state
    if (this.#taking === undefined || sent || conflict) return undefined
    const draft = this.#drafts.take(this.#taking)
    this.#taking = undefined
    return draft && { type: 'draft-resumed', record: draft.record, key: draft.key }
  }

  /** A story was created here, so the drafts of other new stories do not belong to it. */
  withdraw(): void {
    this.#drafts.withdraw()
  }

  /** The state with everything that was typed. */
  #readState(): SaveState {
    this.#loop.read()
    return this.#loop.state
  }

  /** Shows the text from before the restored draft, which joins the dismissed ones. */
  async #undoRestore(restored: { draft: LocalDraft; before: StoryText }): Promise<void> {
    const { draft, before } = restored
    const { person, mine, base, chosenSlug } = this.#readState()
    const origin = { base: { text: before, version: base.version }, unanswered: undefined }
    const keptAt = isSameText(mine, draft.record.text) ? draft.keptAt : Date.now()
    this.#restored = undefined
    try {
      await this.#drafts.storeDismissed(person, { ...draft.record, ...origin, text: mine, chosenSlug }, keptAt)
    } catch {
      // The draft could not be stored, so it stays in the editor.
      this.#restored = restored
      return
    }
    // If text was typed in the meantime, it must be stored with the draft too.
    if (this.#readState().mine !== mine) return this.#undoRestore(restored)
    this.#showText(before)
    this.#loop.dispatch({ type: 'slug-chosen', slug: undefined })
    this.#loop.dispatch({ type: 'changed', text: before })
  }
}

type Wanted = { person: string; storyId: string | undefined; slug: string | undefined; initial: StoryText }

/** Drafts of a story in this browser that earlier tabs left behind, the newest first. */
export class OfferedDrafts {
  #offered: LocalDraft[] = []
  #dismissed: readonly LocalDraft[] = []
  #isWithdrawn = false

  get first(): LocalDraft | undefined {
    return this.#offered[0]
  }

  /** Drafts that their writer rejected. The same array until it changes. */
  get dismissed(): readonly LocalDraft[] {
    return this.#dismissed
  }

  /**
   * Deletes drafts that the server has by now. The draft of an open tab is loaded once that tab has closed; `found` is
   * called whenever there may be something new.
   */
  async load(wanted: Wanted, found: () => void, signal: AbortSignal): Promise<void> {
    const { person, storyId, slug, initial } = wanted
    try {
      const [drafts, isAlive] = await Promise.all([listDrafts(person), findOpenTabs()])
      if (this.#isWithdrawn) return
      const ofStory = drafts.filter(({ record }) => record.storyId === storyId)
      const [living] = ofStory.filter(({ tab }) => isAlive(tab))
      if (living) {
        const again = () => this.load(wanted, found, signal)
        whenTabCloses(living.tab, signal).then(again, () => {})
      }
      const left = ofStory.filter(({ tab }) => !isAlive(tab))
      const wantedBack = left.filter(({ dismissedAt }) => dismissedAt === undefined)
      const isKnown = ({ record }: LocalDraft) =>
        isSameText(record.text, initial) && (record.chosenSlug === undefined || record.chosenSlug === slug)
      this.#offered = wantedBack.filter((draft) => !isKnown(draft))
      this.#dismissed = left.filter((draft) => !wantedBack.includes(draft))
      found()
      await deleteDrafts(wantedBack.filter(isKnown).map(({ key }) => key))
    } catch {
      // Without a database there is nothing to recover.
    }
  }

  take(key: string): LocalDraft | undefined {
    const draft = [...this.#offered, ...this.#dismissed].find((one) => one.key === key)
    this.#offered = this.#offered.filter((one) => one !== draft)
    if (draft && this.#dismissed.includes(draft)) this.#dismissed = this.#dismissed.filter((one) => one !== draft)
    return draft
  }

  /** Offers none of them in this editor any more; they stay stored. */
  withdraw(): void {
    this.#isWithdrawn = true
    this.#offered = []
    this.#dismissed = []
  }

  /** Stores a text that its writer has rejected. @throws if that fails: then the text must stay where it is. */
  async storeDismissed(person: string, record: LocalRecord, keptAt: number): Promise<void> {
    const tab = newUuid()
    const draft = { key: draftKeyOf(person, record, tab), tab, keptAt, record, dismissedAt: Date.now() }
    await storeDraft(draft, [])
    this.#dismissed = [draft, ...this.#dismissed]
  }

  dismissFirst(): void {
    const draft = this.#offered.shift()
    if (!draft) return
    this.#dismissed = [draft, ...this.#dismissed]
    // If that fails, the draft is offered again next time.
    dismissDraft(draft).catch(() => {})
  }
}
