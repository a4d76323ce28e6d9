import {
  deviceLagsMs,
  hasLocalChanges,
  hasUnsaved,
  type LocalRecord,
  type SaveEffect,
  type SaveState,
  type Sent,
  type Target,
} from './save-state.ts'
import type { StoryText } from './story-text.ts'

export type Transition = { state: SaveState; effects: SaveEffect[] }

/**
 * Adds the effects that are due now: store the text on the device, send it to the server, read the editor, set the timer.
 * At most one request and one write to the device are under way at a time; only a page that may never come back does not
 * wait for the device.
 */
export function planEffects(before: Transition, at: number, isLastChance: boolean): Transition {
  const stored = storeOnDevice(before, at, isLastChance)
  const sent = sendToServer(stored, at, isLastChance)
  return scheduleWakeUp(readPeriodically(sent, at), at)
}

function storeOnDevice({ state, effects }: Transition, at: number, isLastChance: boolean): Transition {
  const { resumedKey, conflict, storing: before } = state
  if (!isLastChance && (before || at < state.storeAgainAt)) return { state, effects }
  // During a conflict, the resumed text exists in its own record only, which must stay.
  const replaces = conflict ? undefined : resumedKey
  if (mustStore(state, before ? before.record : state.localRecord)) {
    const record = recordOf(state)
    const storing = { record, replaces, since: at }
    return { state: { ...state, storing }, effects: [...effects, { type: 'store-locally', record, replaces }] }
  }
  if (before || hasLocalChanges(state) || !(state.localRecord || replaces)) return { state, effects }
  const storing = { record: undefined, replaces, since: at }
  return { state: { ...state, storing }, effects: [...effects, { type: 'delete-local', replaces }] }
}

/** Whether the device needs another record than this one. */
function mustStore(state: SaveState, stored: LocalRecord | undefined): boolean {
  const { mine, base, unanswered, storyId, draftKey, resumedKey, conflict, chosenSlug } = state
  if (mine === base.text && !unanswered && chosenSlug === undefined) return false
  if (resumedKey && !conflict) return true
  return (
    stored?.text !== mine ||
    stored.base.version !== base.version ||
    stored.unanswered !== unansweredText(state) ||
    stored.storyId !== storyId ||
    stored.draftKey !== draftKey ||
    stored.chosenSlug !== chosenSlug
  )
}

function recordOf(state: SaveState): LocalRecord {
  const { storyId, slug, draftKey, base, mine, chosenSlug } = state
  return { storyId, slug, draftKey, base, text: mine, unanswered: unansweredText(state), chosenSlug }
}

/** An older text whose request was sent and not answered yet. */
function unansweredText({ unanswered, sent, mine }: SaveState): StoryText | undefined {
  return [unanswered, sent?.text].find((text) => text && text !== mine)
}

function sendToServer({ state, effects }: Transition, at: number, isLastChance: boolean): Transition {
  if (at < dueAt(state) || (isLastChance && state.trouble)) return { state, effects }
  // Read the newest text first; it arrives as `changed`.
  if (state.isUnread) {
    if (at < urgentReadDueAt(state)) return { state, effects }
    return { state: { ...state, urgentReadAt: at }, effects: [...effects, { type: 'read-text', isUrgent: true }] }
  }
  if (!isLastChance && at < storingTimesOutAt(state)) return { state, effects }
  const { sent, target } = nextRequest(state)
  const takesAll = sent.kind !== 'load' && sent.text === state.mine && { dirtySince: undefined, isDueNow: false }
  const next = { ...state, ...takesAll, sent, requests: sent.number, isForced: false }
  return { state: next, effects: [...effects, { type: 'send', ...sent, target, isLastChance }] }
}

type Request = { sent: Sent; target: Target }

/** An unanswered request is repeated first, unchanged; a new story is created before any command runs. */
function nextRequest(state: SaveState): Request {
  const { requests, unanswered, mine, storyId, draftKey, base, command, mustLoad } = state
  const number = requests + 1
  if (storyId === undefined) {
    return { sent: { number, text: unanswered ?? mine, kind: 'create', command: undefined }, target: { draftKey } }
  }
  const target = { storyId, version: base.version }
  if (mustLoad) return { sent: { number, text: mine, kind: 'load', command: undefined }, target }
  if (unanswered) return { sent: { number, text: unanswered, kind: 'save', command: undefined }, target }
  return { sent: { number, text: mine, kind: command?.kind ?? 'save', command }, target }
}

/** When the next request is sent; never while one is under way or sending is not possible. */
function dueAt(state: SaveState): number {
  const { trouble, notBefore, mustLoad, unanswered, command, isForced, isDueNow } = state
  if (state.sent || state.conflict || state.session !== 'open') return Infinity
  if (!hasUnsaved(state) && !isForced && !command && !mustLoad) return Infinity
  if (isDueNow || isForced || command || mustLoad || (unanswered && trouble?.kind !== 'failed')) return notBefore
  if (trouble?.kind === 'failed') return Infinity
  const sinceFirstKey = (state.dirtySince ?? -Infinity) + timing.afterFirstKey
  return Math.max(notBefore, Math.min(state.lastKeyAt + timing.afterLastKey, sinceFirstKey))
}

/** Until when a save waits for the device; it doesn't wait for one that has failed or is stuck. */
function storingTimesOutAt(state: SaveState): number {
  const { storing, hasStoreFault } = state
  return storing?.record && !hasStoreFault ? storing.since + timing.deviceAnswers : -Infinity
}

function readPeriodically({ state, effects }: Transition, at: number): Transition {
  if (!state.isUnread || at < state.readAgainAt) return { state, effects }
  const read: SaveEffect = { type: 'read-text', isUrgent: false }
  return { state: { ...state, readAgainAt: at + timing.betweenReads }, effects: [...effects, read] }
}

/** When an urgent reading is requested again, if the last request brought no text. */
function urgentReadDueAt({ urgentReadAt }: SaveState): number {
  return urgentReadAt === undefined ? -Infinity : urgentReadAt + timing.betweenReads
}

function scheduleWakeUp({ state, effects }: Transition, at: number): Transition {
  const { isUnread, hasStoreFault, storing, localRecord, storeAgainAt, unstoredSince, readAgainAt, wakeAt } = state
  // Then the status line must no longer say that the text is kept.
  const lagsAt = localRecord && unstoredSince !== undefined ? unstoredSince + deviceLagsMs : Infinity
  const times = [
    // A request that is already due waits for the text or for the device.
    Math.max(dueAt(state), isUnread ? urgentReadDueAt(state) : storingTimesOutAt(state)),
    isUnread ? readAgainAt : Infinity,
    lagsAt > at ? lagsAt : Infinity,
    hasStoreFault && !storing && (mustStore(state, localRecord) || localRecord) ? storeAgainAt : Infinity,
  ]
  const next = Math.max(at + 1, Math.min(...times))
  if (next === Infinity || (wakeAt !== undefined && wakeAt <= next)) return { state, effects }
  return { state: { ...state, wakeAt: next }, effects: [...effects, { type: 'wake-at', at: next }] }
}

/** In milliseconds. */
export const timing = {
  /** A save is due this long after the last key, and at the latest this long after the first one. */
  afterLastKey: 3_000,
  afterFirstKey: 30_000,
  /** Between two readings of a text that is being typed. */
  betweenReads: 1_000,
  /** How long a save waits for the device to store the text first. */
  deviceAnswers: 2_000,
  afterDeviceFault: 5_000,
  longestBackOff: 60_000,
  /** After a 429 without Retry-After. */
  patience: 30_000,
} as const

/** 1, 2, 4 … 60 seconds, and up to a quarter more by `jitter` (0 to 1), so that clients don't retry at the same moment. */
export function backOffMs(tries: number, jitter: number): number {
  return Math.min(timing.longestBackOff, 1_000 * 2 ** Math.min(tries, 10)) * (1 + jitter / 4)
}
