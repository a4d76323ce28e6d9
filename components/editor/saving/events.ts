import type { Command, LocalRecord, Refusal, Sent, ServerVersion } from './save-state.ts'
import type { StoryText } from './story-text.ts'

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
  | { type: 'saved'; number: number; storyId: string; slug: string; version: number }
  /** The answer to a request of kind `load`: the server's version of the story. */
  | { type: 'loaded'; number: number; current: ServerVersion }
  | { type: 'refused'; number: number; refusal: Refusal; jitter: number }
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
  | { type: 'command-refused'; refusal: Refusal }
  /** A merge or a recovery has changed the text. */
  | { type: 'show-text'; text: StoryText }
  | { type: 'wake-at'; at: number }

/** The story and the version that was edited; a new story has only its draft key. */
export type Target = { storyId: string; version: number } | { draftKey: string }

/** Merges two texts that were both edited from `base`. */
export type Merge = (
  base: StoryText,
  mine: StoryText,
  theirs: StoryText,
) => { text: StoryText } | { collision: unknown }
