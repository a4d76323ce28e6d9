import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LocalRecord } from '#lib/saving/save-state.ts'

// The browser's own store of texts that are not safe on the server yet. A record belongs to a person, a story and a tab, so
// that two tabs never write over one another. Logging out hides a person's records and deletes none: they are listed for that
// person alone, and an unsaved text must outlive a session that ended over night.

/** A text as this device keeps it. */
export type KeptDraft = {
  /** `person/story/tab`; the story by its id, or by its draft key while the server does not know it. */
  key: string
  tab: string
  /** In milliseconds, as Date has them. */
  keptAt: number
  record: LocalRecord
  /** When its writer did not want it back, in milliseconds too. */
  dismissedAt?: number
}

interface Drafts extends DBSchema {
  drafts: { key: string; value: KeptDraft }
}

const daysADismissedOneIsKept = 60
let opened: Promise<IDBPDatabase<Drafts>> | undefined

export function draftKeyOf(person: string, { storyId, draftKey }: LocalRecord, tab: string): string {
  return `${person}/${storyId ?? draftKey}/${tab}`
}

/**
 * Keeps a text and drops the records whose words it now contains, both or neither.
 * @throws DOMException if the browser has no room or no store, as in some private windows.
 */
export async function keepDraft(draft: KeptDraft, replaces: string[]): Promise<void> {
  const database = await open()
  // On the disk before it counts as kept: a battery may be empty in the next moment.
  const writing = database.transaction('drafts', 'readwrite', { durability: 'strict' })
  const done = [writing.store.put(draft), ...replaces.map((key) => writing.store.delete(key)), writing.done]
  // By itself it would be committed when it is idle, which a page that closes may not live to see.
  writing.commit()
  await Promise.all(done)
}

export async function forgetDrafts(keys: string[]): Promise<void> {
  const database = await open()
  const writing = database.transaction('drafts', 'readwrite')
  await Promise.all([...keys.map((key) => writing.store.delete(key)), writing.done])
}

/** The texts of a person that did not get to the server, the last one first. Drops what was dismissed 60 days ago. */
export async function keptDrafts(person: string): Promise<KeptDraft[]> {
  const database = await open()
  const all = await database.getAll('drafts', IDBKeyRange.bound(`${person}/`, `${person}/\uffff`))
  const old = Date.now() - daysADismissedOneIsKept * 86_400_000
  const isTooOld = ({ dismissedAt = Infinity }: KeptDraft) => dismissedAt < old
  const tooOld = all.filter(isTooOld)
  if (tooOld.length > 0) await forgetDrafts(tooOld.map(({ key }) => key))
  return all.filter((draft) => !isTooOld(draft)).sort((a, b) => b.keptAt - a.keptAt)
}

/** It is not offered again by itself; it stays for a while, because people change their minds. */
export async function dismissDraft(draft: KeptDraft): Promise<void> {
  const database = await open()
  await database.put('drafts', { ...draft, dismissedAt: Date.now() })
}

/** The next question opens the store again. */
export function closeDrafts(): void {
  opened = undefined
}

function open(): Promise<IDBPDatabase<Drafts>> {
  opened ??= openDB<Drafts>('writing', 1, {
    upgrade: (database) => {
      database.createObjectStore('drafts', { keyPath: 'key' })
    },
    // A newer version of the page wants to upgrade the store.
    blocking: (_present, _wanted, event) => {
      ;(event.target as IDBDatabase).close()
      opened = undefined
    },
    terminated: () => {
      opened = undefined
    },
  }).catch((fault) => {
    opened = undefined
    throw fault
  })
  return opened
}
