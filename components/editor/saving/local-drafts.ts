import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LocalRecord, ServerVersion } from './save-state.ts'

// IndexedDB holds the texts that are not safe on the server yet. A record belongs to a person, a story and a tab, so that two
// tabs never overwrite each other's. Logging out hides a person's records and deletes none: they are listed for that person
// only, and unsaved text must outlive a session that ended overnight.

/** A text as this device stores it: the names of its fields are in people's databases. */
export type LocalDraft = {
  /** `person/story/tab`; the story by its id, or by its draft key while the server does not know it. */
  key: string
  tab: string
  /** In milliseconds, as Date has them. */
  keptAt: number
  record: LocalRecord
  /** When its writer rejected it, in milliseconds too. */
  dismissedAt?: number
}

interface Drafts extends DBSchema {
  drafts: { key: string; value: LocalDraft }
}

const dismissedDraftDays = 60
let opened: Promise<IDBPDatabase<Drafts>> | undefined

export function draftKeyOf(person: string, { storyId, draftKey }: LocalRecord, tab: string): string {
  return `${person}/${storyId ?? draftKey}/${tab}`
}

/**
 * Stores a text and deletes the records whose words it now contains, in one transaction.
 * @throws DOMException if the browser has no room or no database, as in some private windows.
 */
export async function storeDraft(draft: LocalDraft, replaces: string[]): Promise<void> {
  const database = await open()
  // Strict durability: the text counts as stored only once it is on the disk, because the battery may be empty next.
  const writing = database.transaction('drafts', 'readwrite', { durability: 'strict' })
  const done = [writing.store.put(draft), ...replaces.map((key) => writing.store.delete(key)), writing.done]
  // Commit explicitly: the automatic commit waits for idle time, which a closing page may not have.
  writing.commit()
  await Promise.all(done)
}

export async function deleteDrafts(keys: string[]): Promise<void> {
  const database = await open()
  const writing = database.transaction('drafts', 'readwrite')
  await Promise.all([...keys.map((key) => writing.store.delete(key)), writing.done])
}

/** A person's texts that did not get to the server, the newest first. Deletes drafts that were dismissed 60 days ago. */
export async function listDrafts(person: string): Promise<LocalDraft[]> {
  const database = await open()
  const all = await database.getAll('drafts', IDBKeyRange.bound(`${person}/`, `${person}/\uffff`))
  const old = Date.now() - dismissedDraftDays * 86_400_000
  const isTooOld = ({ dismissedAt = Infinity }: LocalDraft) => dismissedAt < old
  const tooOld = all.filter(isTooOld)
  if (tooOld.length > 0) await deleteDrafts(tooOld.map(({ key }) => key))
  return all.filter((draft) => !isTooOld(draft)).sort((a, b) => b.keptAt - a.keptAt)
}

/** Stops offering a draft, which stays for a while because people change their minds. */
export async function dismissDraft(draft: LocalDraft): Promise<void> {
  const database = await open()
  await database.put('drafts', { ...draft, dismissedAt: Date.now() })
}

/** Forgets the open connection; the next call opens the database again. */
export function closeDatabase(): void {
  opened = undefined
}

function open(): Promise<IDBPDatabase<Drafts>> {
  opened ??= openDB<Drafts>('writing', 1, {
    upgrade: (database) => {
      database.createObjectStore('drafts', { keyPath: 'key' })
    },
    // A newer version of the page wants to upgrade the database.
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

const timeoutMs = 10_000

/** The record of this tab's text in IndexedDB, if any. */
export function deviceRecord(person: string, tab: string) {
  /** The keys under which this tab has, or may have, a record. */
  const keys = new Set<string>()
  return {
    /** Undefined removes the record. `replaces` is another tab's record whose words are here now. */
    async put(record: LocalRecord | undefined, replaces: string | undefined): Promise<void> {
      const key = record && draftKeyOf(person, record, tab)
      const others = [...keys, ...(replaces ? [replaces] : [])].filter((other) => other !== key)
      if (key) keys.add(key)
      await inTime(record && key ? storeDraft({ key, tab, record, keptAt: Date.now() }, others) : deleteDrafts(others))
      for (const other of others) keys.delete(other)
      if (record) void askToPersist()
    },
  }
}

/** IndexedDB can hang without any error. */
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

let isAsked = false

/** Asks the browser once not to evict our data when the disk fills up; the browser may ask the writer. */
async function askToPersist(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.()
  } catch {
    // The data stays evictable.
  }
}

const lockName = (tab: string) => `writing:${tab}`

/** Holds a lock that tells other tabs that this one is open, until it is released or the tab crashes. */
export function lockTab(tab: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks?.request(lockName(tab), () => held).catch(() => {})
  return release
}

/** Tells open tabs by their locks. Without Web Locks every tab counts as closed, and its text is merged. */
export async function findOpenTabs(): Promise<(tab: string) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return (tab) => names.has(lockName(tab))
}

/** Resolves when an open tab has closed. @throws DOMException when `signal` aborts. */
export async function whenTabCloses(tab: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(lockName(tab), { signal, mode: 'shared' }, () => undefined)
}

type Message = { person: string; current: ServerVersion }

/** Sends saved versions to this person's other tabs of a story, and receives theirs. */
export function storyChannel(storyId: string, person: string, receive: (current: ServerVersion) => void) {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(`story:${storyId}`)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.person === person) receive(data.current)
  }
  return {
    post: (current: ServerVersion) => channel.postMessage({ person, current } satisfies Message),
    close: () => channel.close(),
  }
}

/** `crypto.randomUUID` exists only if the site is reached by https, or on the machine itself. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
