import type { WorkingCopy } from '#contract/story-writing.ts'
import type { CallFailure } from '#lib/browser/call-failure.ts'
import type { StoryText } from './story-text.ts'

/** A text that the server is known to have had, under its version; 0 for a story that it does not know. */
type Base = { text: StoryText; version: number }

/** A story as the server has it. */
export type ServerVersion = StoryText & { version: number } & Partial<
    Pick<WorkingCopy, '_id' | 'slug' | 'isDraft' | 'sendNewsletter'>
  >

/** The device's record of a text that is not safe on the server yet; stored in IndexedDB under these names. */
export type LocalRecord = {
  /** Undefined until the server has confirmed that it has the story. */
  storyId: string | undefined
  slug: string | undefined
  draftKey: string
  base: Base
  text: StoryText
  /** A text that was sent without getting an answer: the server may have it. */
  unanswered: StoryText | undefined
  /** An address that was typed, and goes along with the next Save or Publish. */
  chosenSlug: string | undefined
}

/** A publish, or a save with settings: sent once along with the text, and never retried automatically. */
export type Command = {
  kind: 'publish' | 'save'
  extra: { slug?: string; publish_at?: string | null; sendNewsletter?: boolean }
}

export type Conflict = {
  mine: StoryText
  theirs: ServerVersion
  /** The merge's description of it. */
  collision: unknown
  /** The text in the editor when the conflict appeared. */
  seen: StoryText
  /** The base of further edits once it is resolved. */
  after: Base
}

/** The reason why nothing is sent just now; `text` is what was refused. */
type Trouble = {
  kind: 'unreachable' | 'server-fault' | 'asked-to-wait' | 'failed'
  refusal: CallFailure
  text: StoryText
}

export type Sent = {
  number: number
  text: StoryText
  kind: 'create' | 'load' | 'save' | 'publish'
  command: Command | undefined
}

export type SaveState = {
  person: string
  draftKey: string
  storyId: string | undefined
  slug: string | undefined
  /** Whether readers see a version of it, as far as this tab has heard. */
  isPublic: boolean
  base: Base
  /** The text now, as it was last read. */
  mine: StoryText
  /** An address that was typed. It is sent only when the writer asks for a save: half of it would be permanent. */
  chosenSlug: string | undefined
  /** Something was typed since `mine` was read. */
  isUnread: boolean
  /** The first key after `mine` was read, if any. */
  unreadSince: number | undefined
  /** The first key that the device's record may not contain. */
  unstoredSince: number | undefined
  readAgainAt: number
  /** When the text was last requested because a save is due. */
  urgentReadAt: number | undefined
  lastKeyAt: number
  /** The time of the first change that no request contains. */
  dirtySince: number | undefined

  /** The device's record. */
  localRecord: LocalRecord | undefined
  /** The record that the device is writing. */
  storing: { record: LocalRecord | undefined; replaces: string | undefined; since: number } | undefined
  hasStoreFault: boolean
  storeAgainAt: number
  /** The key of an earlier tab's record that was resumed here; deleted once another record contains its words. */
  resumedKey: string | undefined

  sent: Sent | undefined
  requests: number
  /** A text that was sent and never answered. It is repeated unchanged before anything else, so that it can't be saved twice. */
  unanswered: StoryText | undefined
  /** An earlier tab may have created the story already, from an older text. */
  isCreateInDoubt: boolean
  /** The server's version must be loaded before anything is sent. */
  mustLoad: boolean
  /** Whether requests would go out as this person. */
  session: 'open' | 'ended' | 'of-somebody-else'
  trouble: Trouble | undefined
  tries: number
  /** Nothing is sent before this time. */
  notBefore: number
  isOffline: boolean
  /** Save without waiting for a pause in typing. */
  isDueNow: boolean
  /** Create a new story even if it is empty. */
  isForced: boolean
  command: Command | undefined
  conflict: Conflict | undefined
  savedAt: number | undefined
  /** When `tick` is expected. */
  wakeAt: number | undefined
}

/**
 * An event in the life of a text. `at` is in milliseconds and never goes back. If something was typed, the text is read
 * (`changed`) before most other events (`needsCurrentText`): only complete texts can be merged.
 */
export type SaveEvent = { at: number } & (
  | { type: 'typed' }
  /** The text was read. */
  | { type: 'changed'; text: StoryText }
  /** An address was typed; undefined if the field is empty again. */
  | { type: 'slug-chosen'; slug: string | undefined }
  /** The device has stored the record, or has deleted its own (`undefined`). */
  | { type: 'stored'; record: LocalRecord | undefined }
  | { type: 'store-failed' }
  | { type: 'saved'; number: number; storyId: string; slug: string; version: number; isPublic?: boolean }
  /** The answer to a request of kind `load`: the server's version of the story. */
  | { type: 'loaded'; number: number; current: ServerVersion }
  /** `current`: the story as it is now, with 409. */
  | { type: 'refused'; number: number; refusal: CallFailure; current?: ServerVersion | undefined; jitter: number }
  | { type: 'tick' }
  | { type: 'went-offline' }
  | { type: 'came-online' }
  | { type: 'signed-in-again'; person: string }
  | { type: 'save-now' }
  | { type: 'command'; command: Command }
  | { type: 'resolved'; text: StoryText }
  /** Editing continues with an earlier tab's text. */
  | { type: 'draft-resumed'; record: LocalRecord; key: string }
  /** Another tab has saved the story, or a call other than a save has changed it, such as restoring a revision. */
  | { type: 'server-changed'; current: ServerVersion }
  /** The page is hidden, and may never come back. */
  | { type: 'closed' }
)

/** An event without its time, which the loop adds. */
export type EventNow = SaveEvent extends infer E ? (E extends SaveEvent ? Omit<E, 'at'> : never) : never

export type SaveEffect =
  /** `replaces`: the key of the record whose words this one now contains; deleted in the same transaction. */
  | { type: 'store-locally'; record: LocalRecord; replaces: string | undefined }
  | { type: 'delete-local'; replaces: string | undefined }
  | { type: 'read-text'; isUrgent: boolean }
  | ({ type: 'send'; target: Target; isLastChance: boolean } & Sent)
  | { type: 'command-done' }
  | { type: 'command-refused'; refusal: CallFailure }
  /** A merge or a recovery has changed the text. */
  | { type: 'show-text'; text: StoryText }
  | { type: 'wake-at'; at: number }

export type Effect<T extends SaveEffect['type']> = Extract<SaveEffect, { type: T }>

/** The story and the version that was edited; a new story has only its draft key. */
export type Target = { storyId: string; version: number } | { draftKey: string }

/** Merges two texts that were both edited from `base`. */
export type Merge = (
  ...versions: [base: StoryText, mine: StoryText, theirs: StoryText]
) => { text: StoryText } | { collision: unknown }

export type Opened = Pick<SaveState, 'person' | 'draftKey' | 'storyId' | 'slug'> & {
  text: StoryText
  /** 0 for a new story. */
  version: number
  isPublic?: boolean
}

export function openedState({ person, draftKey, storyId, slug, text, version, isPublic = false }: Opened): SaveState {
  return {
    ...{ person, draftKey, storyId, slug, isPublic, base: { text, version }, mine: text, chosenSlug: undefined },
    ...{ isUnread: false, unreadSince: undefined, unstoredSince: undefined },
    ...{ readAgainAt: 0, urgentReadAt: undefined, lastKeyAt: 0, dirtySince: undefined },
    ...{ localRecord: undefined, storing: undefined, hasStoreFault: false, storeAgainAt: 0 },
    ...{
      resumedKey: undefined,
      sent: undefined,
      requests: 0,
      unanswered: undefined,
      isCreateInDoubt: false,
      mustLoad: false,
    },
    ...{
      session: 'open',
      trouble: undefined,
      tries: 0,
      notBefore: 0,
      isOffline: false,
      isDueNow: false,
      isForced: false,
    },
    ...{ command: undefined, conflict: undefined, savedAt: undefined, wakeAt: undefined },
  }
}

/** Whether there is text that the server has not acknowledged. */
export function hasUnsaved(state: SaveState): boolean {
  const { isUnread, mine, base, unanswered, conflict } = state
  return isUnread || mine !== base.text || unanswered !== undefined || conflict !== undefined
}

/** Whether anything exists only here: text, or an address that waits for Save or Publish. */
export function hasLocalChanges(state: SaveState): boolean {
  return hasUnsaved(state) || state.chosenSlug !== undefined
}

/** Whether a closed tab would lose something, because the device can't store it. */
export function isOnlyInMemory(state: SaveState): boolean {
  return state.hasStoreFault && hasLocalChanges(state) && !isOnDevice(state)
}

/** Whether the device has stored everything but what was typed within the last moments, while someone types steadily. */
export function isKeptUpWith(state: SaveState, now: number): boolean {
  const { localRecord, unstoredSince, chosenSlug } = state
  if (isOnDevice(state)) return true
  if (!localRecord || localRecord.chosenSlug !== chosenSlug || unstoredSince === undefined) return false
  return now < unstoredSince + deviceLagsMs
}

/** How far the device's record may lag behind the keys: the text is read once a second. */
export const deviceLagsMs = 2_000

/** Whether the device has stored everything as it is now. */
export function isOnDevice({ isUnread, localRecord, mine, chosenSlug }: SaveState): boolean {
  return !isUnread && localRecord?.text === mine && localRecord.chosenSlug === chosenSlug
}
