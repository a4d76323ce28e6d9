import type { LocalRecord } from '#lib/saving/save-state.ts'
import { askToPersist } from './ask-to-persist.ts'
import { draftKeyOf, forgetDrafts, keepDraft } from './local-drafts.ts'

const timeoutMs = 10_000

/** The record of this tab's text in the browser's store, if any. */
export class DeviceRecord {
  readonly #person: string
  readonly #tab: string
  /** The keys under which this tab has, or may have, a record. */
  readonly #keys = new Set<string>()

  constructor(person: string, tab: string) {
    this.#person = person
    this.#tab = tab
  }

  /** Undefined removes the record. `replaces` is another tab's record whose words are here now. */
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

/** A store can hang without any error. */
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
