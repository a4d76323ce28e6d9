import type { LocalRecord } from '#lib/saving/save-state.ts'
import { askToPersist } from './ask-to-persist.ts'
import { draftKeyOf, forgetDrafts, keepDraft } from './local-drafts.ts'

const timeoutMs = 10_000

/** What this tab keeps of its text in the browser's store: one record, or none. */
export class DeviceRecord {
  readonly #person: string
  readonly #tab: string
  /** Where a record of this tab stands, or may stand. */
  readonly #keys = new Set<string>()

  constructor(person: string, tab: string) {
    this.#person = person
    this.#tab = tab
  }

  /** Nothing: the record goes. `replaces` is another tab's whose words are here now. */
  async put(record: LocalRecord | undefined, replaces: string | undefined): Promise<void> {
    const key = record && draftKeyOf(this.#person, record, this.#tab)
    const others = [...this.#keys, ...(replaces ? [replaces] : [])].filter((other) => other !== key)
    const tab = this.#tab
    if (key) this.#keys.add(key)
    await inTime(record && key ? keepDraft({ key, tab, record, keptAt: Date.now() }, others) : forgetDrafts(others))
    for (const other of others) this.#keys.delete(other)
    if (record) void askToPersist()
  }
}

/** A store can be stuck, and then it says nothing at all. */
async function inTime(done: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The browser’s store does not answer')), timeoutMs)
  })
  try {
    await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}
