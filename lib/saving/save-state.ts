import type { WorkingCopy } from '#contract/story-writing.ts'
import type { StoryText } from './story-text.ts'

/** A text that the server is known to have had, under its version; 0 for a story that it does not know. */
type Base = { text: StoryText; version: number }

/** A story as the server has it. */
export type Theirs = StoryText & { version: number } & Partial<Pick<WorkingCopy, '_id' | 'slug' | 'isDraft'>>

/** The device's record of a text that is not safe on the server yet. */
export type LocalRecord = {
  /** Without it the server does not know the story, or has not said so. */
  storyId: string | undefined
  slug: string | undefined
  draftKey: string
  base: Base
  text: StoryText
  /** It was sent, and the answer never came: the server may have it. */
  unanswered: StoryText | undefined
  /** An address that was typed, and goes along with the next Save or Publish. */
  chosenSlug: string | undefined
}

/** A request that is sent with a text once, and not retried by itself. */
export type Wish = {
  kind: 'publish' | 'save'
  extra: { slug?: string; publish_at?: string | null; sendNewsletter?: boolean }
}

export type Refusal = {
  /** 0 if there was no answer. */
  status: number
  sentence: string
  code?: string | number | undefined
  fields?: Record<string, string> | undefined
  retryAfterSeconds?: number | undefined
  /** The story as it is now, with 409. */
  current?: Theirs | undefined
}

export type Conflict<Collision = unknown> = {
  mine: StoryText
  theirs: Theirs
  /** The merge's account of it. */
  collision: Collision
  /** The text in the editor when they met. */
  seen: StoryText
  /** The server's state once it is resolved. */
  after: Base
}

/** The reason why nothing is sent just now. */
type Trouble =
  | { kind: 'unreachable' | 'server-fault' }
  | { kind: 'asked-to-wait'; refusal: Refusal }
  | { kind: 'failed'; refusal: Refusal; text: StoryText }

export type Sent = {
  number: number
  text: StoryText
  kind: 'create' | 'ask' | 'save' | 'publish'
  wish: Wish | undefined
}

export type SaveState = {
  person: string
  draftKey: string
  storyId: string | undefined
  slug: string | undefined
  base: Base
  /** The text now, as it was last read. */
  mine: StoryText
  /** An address that was typed. It is sent only when the writer asks for a save: half of it would be permanent. */
  chosenSlug: string | undefined
  /** Keys came since `mine` was read. */
  isUnread: boolean
  readAgainAt: number
  /** When it was requested because a save is due. */
  urgentReadAt: number | undefined
  lastKeyAt: number
  /** The first key that no request has taken along. */
  dirtySince: number | undefined

  /** The device's record. */
  kept: LocalRecord | undefined
  keptAt: number | undefined
  /** The record that the device is writing. */
  keeping: { record: LocalRecord | undefined; replaces: string | undefined; since: number } | undefined
  hasKeepFault: boolean
  keepAgainAt: number
  /** The record of an earlier tab that this text took over; dropped once another record contains its words. */
  takenOver: string | undefined

  sent: Sent | undefined
  requests: number
  /** It was sent and never answered. It is sent again unchanged before anything else, so that it can't be two saves. */
  unanswered: StoryText | undefined
  /** A tab before this one may have made the story already, from an older text. */
  isCreateInDoubt: boolean
  /** The server's version must be loaded before anything is sent. */
  mustAsk: boolean
  /** Whether requests would go out as this person. */
  session: 'open' | 'ended' | 'of-somebody-else'
  trouble: Trouble | undefined
  tries: number
  /** Nothing is sent before this time. */
  notBefore: number
  isOffline: boolean
  /** The writer asked for it: do not wait for the end of typing. */
  isHurried: boolean
  /** A new story is made even if it is empty. */
  isForced: boolean
  wish: Wish | undefined
  conflict: Conflict | undefined
  savedAt: number | undefined
  /** When `tick` is expected. */
  wakeAt: number | undefined
}

export type Opened = {
  person: string
  draftKey: string
  storyId: string | undefined
  slug: string | undefined
  text: StoryText
  /** 0 for a new story. */
  version: number
}

export function openedState({ person, draftKey, storyId, slug, text, version }: Opened): SaveState {
  return {
    ...{ person, draftKey, storyId, slug, base: { text, version }, mine: text, chosenSlug: undefined },
    ...{ isUnread: false, readAgainAt: 0, urgentReadAt: undefined, lastKeyAt: 0, dirtySince: undefined },
    ...{ kept: undefined, keptAt: undefined, keeping: undefined, hasKeepFault: false, keepAgainAt: 0 },
    ...{
      takenOver: undefined,
      sent: undefined,
      requests: 0,
      unanswered: undefined,
      isCreateInDoubt: false,
      mustAsk: false,
    },
    ...{
      session: 'open',
      trouble: undefined,
      tries: 0,
      notBefore: 0,
      isOffline: false,
      isHurried: false,
      isForced: false,
    },
    ...{ wish: undefined, conflict: undefined, savedAt: undefined, wakeAt: undefined },
  }
}

export type Phase = 'idle' | 'dirty' | 'saving' | 'offline' | 'signed-out' | 'conflict' | 'failed'

export function phaseOf(state: SaveState): Phase {
  const { conflict, sent, session, trouble, isOffline } = state
  if (conflict) return 'conflict'
  if (sent) return 'saving'
  if (!hasUnsaved(state)) return 'idle'
  if (session !== 'open') return 'signed-out'
  if (trouble?.kind === 'failed') return 'failed'
  return isOffline || trouble?.kind === 'unreachable' ? 'offline' : 'dirty'
}

/** Whether there is anything that the server has not acknowledged. */
export function hasUnsaved(state: SaveState): boolean {
  const { isUnread, mine, base, unanswered, conflict } = state
  return isUnread || mine !== base.text || unanswered !== undefined || conflict !== undefined
}

/** Whether there is anything that is here alone: a text, or an address that waits for Save or Publish. */
export function hasOwn(state: SaveState): boolean {
  return hasUnsaved(state) || state.chosenSlug !== undefined
}

/** Whether the device has everything as it is now. */
export function isKept({ isUnread, kept, mine, chosenSlug }: SaveState): boolean {
  return !isUnread && kept?.text === mine && kept.chosenSlug === chosenSlug
}
