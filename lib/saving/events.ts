import type { LocalRecord, Refusal, Sent, Theirs, Wish } from './save-state.ts'
import type { StoryText } from './story-text.ts'

/**
 * What happens to a text. `at` is in milliseconds, and never goes back. Before any event but `typed`, `tick` and the device's
 * answers the text is read (`changed`) if something was typed: two texts can only meet whole.
 */
export type SaveEvent = { at: number } & (
  | { type: 'typed' }
  /** The text was read. */
  | { type: 'changed'; text: StoryText }
  /** An address was typed; undefined if the field is empty again. */
  | { type: 'slug-chosen'; slug: string | undefined }
  /** The device has kept the record, or has dropped its own (`undefined`). */
  | { type: 'kept'; record: LocalRecord | undefined }
  | { type: 'keep-failed' }
  | { type: 'saved'; number: number; storyId: string; slug: string; version: number }
  /** The server's version of the story, on request. */
  | { type: 'answered'; number: number; current: Theirs }
  | { type: 'refused'; number: number; refusal: Refusal; jitter: number }
  | { type: 'tick' }
  | { type: 'went-offline' }
  | { type: 'came-online' }
  | { type: 'signed-in-again'; person: string }
  | { type: 'save-now' }
  | { type: 'wished'; wish: Wish }
  | { type: 'resolved'; text: StoryText }
  /** An earlier tab's text is taken up. */
  | { type: 'recovered'; record: LocalRecord; key: string }
  /** Another tab has saved it, or the server has changed it as it was asked to: a revision restored, changes discarded. */
  | { type: 'server-has'; current: Theirs }
  /** The page is hidden, and may never come back. */
  | { type: 'closed' }
)

/** An event that happens now: the caller that keeps the time adds it. */
export type EventNow = SaveEvent extends infer E ? (E extends SaveEvent ? Omit<E, 'at'> : never) : never

export type SaveEffect =
  /** `replaces`: the key of the record whose words this one now contains; it goes in the same transaction. */
  | { type: 'keep-locally'; record: LocalRecord; replaces: string | undefined }
  | { type: 'forget-local'; replaces: string | undefined }
  | { type: 'read-text'; isUrgent: boolean }
  | ({ type: 'send'; target: Target; isLastChance: boolean } & Sent)
  | { type: 'wish-granted' }
  | { type: 'wish-refused'; refusal: Refusal }
  /** The text has become another one without the writer's keys. */
  | { type: 'show-text'; text: StoryText }
  | { type: 'wake-at'; at: number }

/** The story, and its version that was edited. */
export type Target = { storyId: string; version: number } | { draftKey: string }

/** Merges two texts with a common origin; `isSame` if the server only writes a text differently than it was sent. */
export type Tools = {
  merge: (base: StoryText, mine: StoryText, theirs: StoryText) => { text: StoryText } | { collision: unknown }
  isSame: (a: StoryText, b: StoryText) => boolean
}
