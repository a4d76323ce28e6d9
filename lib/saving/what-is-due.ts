import type { SaveEffect, Target } from './events.ts'
import { hasOwn, hasUnsaved, type LocalRecord, type SaveState, type Sent } from './save-state.ts'
import type { StoryText } from './story-text.ts'
import { timing } from './timing.ts'

export type Step = { state: SaveState; effects: SaveEffect[] }

/**
 * What is to be done now, first for the device and then for the server, and when to look again. At most one request is
 * awaited at a time, and one answer of the device; only a page that may never come back does not wait for that.
 */
export function doWhatIsDue(before: Step, at: number, isLastChance: boolean): Step {
  const kept = keepOnDevice(before, at, isLastChance)
  const sent = sendToServer(kept, at, isLastChance)
  return wakeUp(readInTime(sent, at), at)
}

function keepOnDevice({ state, effects }: Step, at: number, isLastChance: boolean): Step {
  const { takenOver, conflict, keeping: before } = state
  if (!isLastChance && (before || at < state.keepAgainAt)) return { state, effects }
  // Until the writer has chosen, the words of the text that was taken over are in its own record alone.
  const replaces = conflict ? undefined : takenOver
  if (mustKeep(state, before ? before.record : state.kept)) {
    const record = recordOf(state)
    const keeping = { record, replaces, since: at }
    return { state: { ...state, keeping }, effects: [...effects, { type: 'keep-locally', record, replaces }] }
  }
  if (before || hasOwn(state) || !(state.kept || replaces)) return { state, effects }
  const keeping = { record: undefined, replaces, since: at }
  return { state: { ...state, keeping }, effects: [...effects, { type: 'forget-local', replaces }] }
}

/** Whether the device has to have another record than `kept`. */
function mustKeep(state: SaveState, kept: LocalRecord | undefined): boolean {
  const { mine, base, unanswered, storyId, draftKey, takenOver, conflict, chosenSlug } = state
  if (mine === base.text && !unanswered && chosenSlug === undefined) return false
  if (takenOver && !conflict) return true
  return (
    kept?.text !== mine ||
    kept.base.version !== base.version ||
    kept.unanswered !== underWay(state) ||
    kept.storyId !== storyId ||
    kept.draftKey !== draftKey ||
    kept.chosenSlug !== chosenSlug
  )
}

function recordOf(state: SaveState): LocalRecord {
  const { storyId, slug, draftKey, base, mine, chosenSlug } = state
  return { storyId, slug, draftKey, base, text: mine, unanswered: underWay(state), chosenSlug }
}

/** An older text that the server may have or get. */
function underWay({ unanswered, sent, mine }: SaveState): StoryText | undefined {
  return [unanswered, sent?.text].find((text) => text && text !== mine)
}

function sendToServer({ state, effects }: Step, at: number, isLastChance: boolean): Step {
  if (at < dueAt(state) || (isLastChance && state.trouble)) return { state, effects }
  // The newest text is read first; it arrives as `changed`.
  if (state.isUnread) {
    if (at < urgentReadAgainAt(state)) return { state, effects }
    return { state: { ...state, urgentReadAt: at }, effects: [...effects, { type: 'read-text', isUrgent: true }] }
  }
  if (!isLastChance && at < deviceGivenUpAt(state)) return { state, effects }
  const { sent, target } = nextRequest(state)
  const takesAll = sent.kind !== 'ask' && sent.text === state.mine && { dirtySince: undefined, isHurried: false }
  const next = { ...state, ...takesAll, sent, requests: sent.number, isForced: false }
  return { state: next, effects: [...effects, { type: 'send', ...sent, target, isLastChance }] }
}

type Request = { sent: Sent; target: Target }

/** An unanswered request comes first, unchanged; a story that the server does not know is made before any wish. */
function nextRequest(state: SaveState): Request {
  const { requests, unanswered, mine, storyId, draftKey, base, wish, mustAsk } = state
  const number = requests + 1
  if (storyId === undefined) {
    return { sent: { number, text: unanswered ?? mine, kind: 'create', wish: undefined }, target: { draftKey } }
  }
  const target = { storyId, version: base.version }
  if (mustAsk) return { sent: { number, text: mine, kind: 'ask', wish: undefined }, target }
  if (unanswered) return { sent: { number, text: unanswered, kind: 'save', wish: undefined }, target }
  return { sent: { number, text: mine, kind: wish?.kind ?? 'save', wish }, target }
}

/** When the next request is sent; never while one is under way or sending is not possible. */
function dueAt(state: SaveState): number {
  const { trouble, notBefore, mustAsk, unanswered, wish, isForced, isHurried } = state
  if (state.sent || state.conflict || state.session !== 'open') return Infinity
  if (!hasUnsaved(state) && !isForced && !wish && !mustAsk) return Infinity
  if (isHurried || isForced || wish || mustAsk || (unanswered && trouble?.kind !== 'failed')) return notBefore
  if (trouble?.kind === 'failed') return Infinity
  const sinceFirstKey = (state.dirtySince ?? -Infinity) + timing.afterFirstKey
  return Math.max(notBefore, Math.min(state.lastKeyAt + timing.afterLastKey, sinceFirstKey))
}

/** Until when a save waits for the device. One that has failed, or does not answer, is not waited for. */
function deviceGivenUpAt(state: SaveState): number {
  const { keeping, hasKeepFault } = state
  return keeping?.record && !hasKeepFault ? keeping.since + timing.deviceAnswers : -Infinity
}

function readInTime({ state, effects }: Step, at: number): Step {
  if (!state.isUnread || at < state.readAgainAt) return { state, effects }
  const read: SaveEffect = { type: 'read-text', isUrgent: false }
  return { state: { ...state, readAgainAt: at + timing.betweenReads }, effects: [...effects, read] }
}

/** When the text is read again, because it has not been read yet. */
function urgentReadAgainAt({ urgentReadAt }: SaveState): number {
  return urgentReadAt === undefined ? -Infinity : urgentReadAt + timing.betweenReads
}

function wakeUp({ state, effects }: Step, at: number): Step {
  const { isUnread, hasKeepFault, keeping, kept, keepAgainAt, lastKeyAt, readAgainAt, wakeAt } = state
  const quietAt = lastKeyAt + timing.betweenReads
  const times = [
    // If it is due already, the text or the device is waited for.
    Math.max(dueAt(state), isUnread ? urgentReadAgainAt(state) : deviceGivenUpAt(state)),
    isUnread ? readAgainAt : quietAt > at ? quietAt : Infinity,
    hasKeepFault && !keeping && (mustKeep(state, kept) || kept) ? keepAgainAt : Infinity,
  ]
  const next = Math.max(at + 1, Math.min(...times))
  if (next === Infinity || (wakeAt !== undefined && wakeAt <= next)) return { state, effects }
  return { state: { ...state, wakeAt: next }, effects: [...effects, { type: 'wake-at', at: next }] }
}
