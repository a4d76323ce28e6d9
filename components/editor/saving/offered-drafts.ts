import type { LocalRecord } from '#lib/saving/save-state.ts'
import { isSameText, type StoryText } from '#lib/saving/story-text.ts'
import { dismissDraft, draftKeyOf, forgetDrafts, type KeptDraft, keepDraft, keptDrafts } from './local-drafts.ts'
import { newUuid } from './new-uuid.ts'
import { isTabAlive, whenTabEnds } from './tabs.ts'

type Wanted = { person: string; storyId: string | undefined; slug: string | undefined; initial: StoryText }

/** Texts of a story that tabs before this one left behind, the last one first. */
export class OfferedDrafts {
  #offered: KeptDraft[] = []
  #dismissed: readonly KeptDraft[] = []
  #isWithdrawn = false

  get first(): KeptDraft | undefined {
    return this.#offered[0]
  }

  /** The texts that their writer did not want back. The same array until it changes. */
  get dismissed(): readonly KeptDraft[] {
    return this.#dismissed
  }

  /**
   * Drops what the server has by now. The texts of open tabs are looked at once the tabs have closed, which may take a
   * moment for a tab that was just closed; `found` is called whenever there may be something new.
   */
  async look(wanted: Wanted, found: () => void, signal: AbortSignal): Promise<void> {
    const { person, storyId, slug, initial } = wanted
    try {
      const [drafts, isAlive] = await Promise.all([keptDrafts(person), isTabAlive()])
      if (this.#isWithdrawn) return
      const ofStory = drafts.filter(({ record }) => record.storyId === storyId)
      const [living] = ofStory.filter(({ tab }) => isAlive(tab))
      if (living) {
        const again = () => this.look(wanted, found, signal)
        whenTabEnds(living.tab, signal).then(again, () => {})
      }
      const left = ofStory.filter(({ tab }) => !isAlive(tab))
      const wantedBack = left.filter(({ dismissedAt }) => dismissedAt === undefined)
      const isKnown = ({ record }: KeptDraft) =>
        isSameText(record.text, initial) && (record.chosenSlug === undefined || record.chosenSlug === slug)
      this.#offered = wantedBack.filter((draft) => !isKnown(draft))
      this.#dismissed = left.filter((draft) => !wantedBack.includes(draft))
      found()
      await forgetDrafts(wantedBack.filter(isKnown).map(({ key }) => key))
    } catch {
      // Without a store nothing comes back.
    }
  }

  take(key: string): KeptDraft | undefined {
    const draft = [...this.#offered, ...this.#dismissed].find((one) => one.key === key)
    this.#offered = this.#offered.filter((one) => one !== draft)
    if (draft && this.#dismissed.includes(draft)) this.#dismissed = this.#dismissed.filter((one) => one !== draft)
    return draft
  }

  /** They stay for the next time: the story that is written here is another one. */
  withdraw(): void {
    this.#isWithdrawn = true
    this.#offered = []
    this.#dismissed = []
  }

  /** Keeps a text that its writer has rejected. @throws if the store fails: then the text must stay where it is. */
  async setAside(person: string, record: LocalRecord, keptAt: number): Promise<void> {
    const tab = newUuid()
    const draft = { key: draftKeyOf(person, record, tab), tab, keptAt, record, dismissedAt: Date.now() }
    await keepDraft(draft, [])
    this.#dismissed = [draft, ...this.#dismissed]
  }

  dismissFirst(): void {
    const draft = this.#offered.shift()
    if (!draft) return
    this.#dismissed = [draft, ...this.#dismissed]
    // If the store fails it is offered again.
    dismissDraft(draft).catch(() => {})
  }
}
