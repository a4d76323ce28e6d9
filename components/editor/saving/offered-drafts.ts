import { isSameText, type StoryText } from '#lib/saving/story-text.ts'
import { dismissDraft, forgetDrafts, type KeptDraft, unfinishedDrafts } from './local-drafts.ts'
import { isTabAlive, whenTabEnds } from './tabs.ts'

type Wanted = { person: string; storyId: string | undefined; initial: StoryText }

/** Texts of a story that tabs before this one left behind, the last one first. */
export class OfferedDrafts {
  #drafts: KeptDraft[] = []

  get first(): KeptDraft | undefined {
    return this.#drafts[0]
  }

  /**
   * What the server has in the meantime is no news, and goes. The texts of tabs that live are looked at once those have
   * gone, which a tab that was just closed may take a moment for; `found` is called whenever there may be something new.
   */
  async look(wanted: Wanted, found: () => void, signal: AbortSignal): Promise<void> {
    const { person, storyId, initial } = wanted
    try {
      const [drafts, isAlive] = await Promise.all([unfinishedDrafts(person), isTabAlive()])
      const ofStory = drafts.filter(({ record }) => record.storyId === storyId)
      const left = ofStory.filter(({ tab }) => !isAlive(tab))
      const [living] = ofStory.filter(({ tab }) => isAlive(tab))
      if (living) {
        const again = () => this.look(wanted, found, signal)
        whenTabEnds(living.tab, signal).then(again, () => {})
      }
      const isKnown = ({ record }: KeptDraft) => isSameText(record.text, initial)
      this.#drafts = left.filter((draft) => !isKnown(draft))
      found()
      await forgetDrafts(left.filter(isKnown).map(({ key }) => key))
    } catch {
      // Without a store nothing comes back.
    }
  }

  take(): KeptDraft | undefined {
    return this.#drafts.shift()
  }

  /** They stay for the next time: the story that is written here is another one. */
  withdraw(): void {
    this.#drafts = []
  }

  async dismiss(): Promise<void> {
    const draft = this.#drafts.shift()
    // Where the store fails it is offered once more.
    if (draft) await dismissDraft(draft).catch(() => {})
  }
}
