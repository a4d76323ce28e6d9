import {
  deleteDrafts,
  dismissDraft,
  draftKeyOf,
  findOpenTabs,
  type LocalDraft,
  listDrafts,
  newUuid,
  storeDraft,
  whenTabCloses,
} from './local-drafts.ts'
import type { Editor, SaveLoop } from './save-loop.ts'
import type { EventNow, SaveState } from './save-state.ts'
import { isSameText, type StoryText } from './story-text.ts'

/** The texts that earlier tabs left behind: one is restored without asking, is offered, or waits in the history. */
export class RecoveredDrafts {
  readonly #loop: SaveLoop
  readonly #initial: StoryText
  readonly #editor: () => Editor
  /** Called whenever there may be something new. */
  readonly #changed: () => void
  /** The newest first. */
  #drafts: LocalDraft[] = []
  #dismissed: readonly LocalDraft[] = []
  #isWithdrawn = false
  /** The key of the draft that editing continues with as soon as possible. */
  #taking: string | undefined
  /** The draft that was restored without asking, and the text before it. */
  #restored: { draft: LocalDraft; before: StoryText } | undefined

  constructor(loop: SaveLoop, initial: StoryText, editor: () => Editor, changed: () => void) {
    this.#loop = loop
    this.#initial = initial
    this.#editor = editor
    this.#changed = changed
  }

  /** The restored draft, or the newest one that can be taken. */
  get offered(): { draft: LocalDraft; isShown: boolean } | undefined {
    const [first] = this.#drafts
    if (this.#restored) return { draft: this.#restored.draft, isShown: true }
    return first && { draft: first, isShown: false }
  }

  /** Drafts that their writer rejected. The same array until it changes. */
  get dismissed(): readonly LocalDraft[] {
    return this.#dismissed
  }

  /** Deletes drafts that the server has by now. The draft of an open tab is loaded once that tab has closed. */
  async load(signal: AbortSignal, opened = this.#loop.state): Promise<void> {
    const { person, storyId, slug } = opened
    try {
      const [drafts, isAlive] = await Promise.all([listDrafts(person), findOpenTabs()])
      if (this.#isWithdrawn) return
      const ofStory = drafts.filter(({ record }) => record.storyId === storyId)
      const living = ofStory.find(({ tab }) => isAlive(tab))
      if (living) {
        const again = () => this.load(signal, opened)
        whenTabCloses(living.tab, signal).then(again, () => {})
      }
      const left = ofStory.filter(({ tab }) => !isAlive(tab))
      const wantedBack = left.filter(({ dismissedAt }) => dismissedAt === undefined)
      const isKnown = ({ record }: LocalDraft) =>
        isSameText(record.text, this.#initial) && (record.chosenSlug === undefined || record.chosenSlug === slug)
      this.#drafts = wantedBack.filter((draft) => !isKnown(draft))
      this.#dismissed = left.filter((draft) => !wantedBack.includes(draft))
      this.#restoreFirst()
      this.#changed()
      await deleteDrafts(wantedBack.filter(isKnown).map(({ key }) => key))
    } catch {
      // Without a database there is nothing to recover.
    }
  }

  /** If the story is unchanged since, editing simply continues with the draft; else its writer is asked. */
  #restoreFirst(): void {
    const { storyId, base, mine, isUnread } = this.#loop.state
    const [draft] = this.#drafts
    const isUntouched = storyId !== undefined && !isUnread && mine === base.text
    if (!draft || !isUntouched || draft.record.base.version !== base.version) return
    this.#restored = { draft, before: mine }
    this.takeBack(draft.key)
  }

  takeOffered(): void {
    const { offered } = this
    this.#restored = undefined
    if (offered && !offered.isShown) this.takeBack(offered.draft.key)
    this.#changed()
  }

  async dismissOffered(): Promise<void> {
    if (this.#restored) await this.#undoRestore(this.#restored)
    else this.#dismissFirst()
    this.#changed()
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
    const draft = this.#take(this.#taking)
    this.#taking = undefined
    return draft && { type: 'draft-resumed', record: draft.record, key: draft.key }
  }

  #take(key: string): LocalDraft | undefined {
    const draft = [...this.#drafts, ...this.#dismissed].find((one) => one.key === key)
    this.#drafts = this.#drafts.filter((one) => one !== draft)
    if (draft && this.#dismissed.includes(draft)) this.#dismissed = this.#dismissed.filter((one) => one !== draft)
    return draft
  }

  /** A story was created here, so the drafts of other new stories do not belong to it; they stay stored. */
  withdraw(): void {
    this.#isWithdrawn = true
    this.#drafts = []
    this.#dismissed = []
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
    const record = { ...draft.record, ...origin, text: mine, chosenSlug }
    const keptAt = isSameText(mine, draft.record.text) ? draft.keptAt : Date.now()
    const tab = newUuid()
    const rejected = { key: draftKeyOf(person, record, tab), tab, keptAt, record, dismissedAt: Date.now() }
    this.#restored = undefined
    try {
      await storeDraft(rejected, [])
    } catch {
      // The draft could not be stored, so it stays in the editor.
      this.#restored = restored
      return
    }
    this.#dismissed = [rejected, ...this.#dismissed]
    // If text was typed in the meantime, it must be stored with the draft too.
    if (this.#readState().mine !== mine) return this.#undoRestore(restored)
    this.#editor().showText(before)
    this.#loop.dispatch({ type: 'slug-chosen', slug: undefined })
    this.#loop.dispatch({ type: 'changed', text: before })
  }

  #dismissFirst(): void {
    const draft = this.#drafts.shift()
    if (!draft) return
    this.#dismissed = [draft, ...this.#dismissed]
    // If that fails, the draft is offered again next time.
    dismissDraft(draft).catch(() => {})
  }
}
