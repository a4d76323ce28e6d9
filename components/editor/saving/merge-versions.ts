import { CallFailure } from '#lib/browser/call-failure.ts'
import type { Transition } from './plan-effects.ts'
import {
  type Conflict,
  hasUnsaved,
  type LocalRecord,
  type Merge,
  type SaveEffect,
  type SaveState,
  type ServerVersion,
} from './save-state.ts'
import { isSameText, type StoryText, textOf } from './story-text.ts'

const changedElsewhere = 'This story was changed in another tab or by someone else. Please choose what to keep.'
const wasMerged =
  'This story was changed in another tab or by someone else. Both versions have been merged: please check the text and try again.'
const wasPublished = 'This story was published elsewhere a moment ago, and not emailed.'

/** Merges the text with a newer version of the server; neither overwrites the other. */
export function mergeVersions(before: SaveState, current: ServerVersion, at: number, merge: Merge): Transition {
  const theirs = textOf(current)
  const own = [before.sent?.text, before.unanswered, before.mine].find((one) => one && isSameText(one, theirs))
  const state = {
    ...before,
    sent: undefined,
    unanswered: undefined,
    trouble: undefined,
    tries: 0,
    notBefore: 0,
    mustLoad: false,
  }
  state.storyId ??= current._id
  state.slug = current.slug ?? before.slug
  state.isPublic = current.isDraft === undefined ? before.isPublic : !current.isDraft
  if (state.chosenSlug === current.slug) state.chosenSlug = undefined
  const base = { text: own ?? theirs, version: current.version }
  if (own) return recognizeLostAnswer({ ...state, base, savedAt: at }, before, current)

  const merged = merge(before.base.text, before.mine, theirs)
  if ('collision' in merged) {
    const conflict = { mine: before.mine, theirs: current, collision: merged.collision, seen: before.mine, after: base }
    return refuseCommand({ ...state, conflict }, new CallFailure(409, changedElsewhere))
  }
  return continueWith({ ...state, base }, merged.text)
}

/** The server already has this very text: an earlier request arrived, and only its answer was lost. */
function recognizeLostAnswer(state: SaveState, { sent }: SaveState, current: ServerVersion): Transition {
  const isPublished = sent?.kind === 'publish' && current.isDraft === false && state.base.text === sent.text
  if (!isPublished) return { state, effects: [] }
  const wanted = sent.command?.extra.sendNewsletter
  if (wanted && current.sendNewsletter === false) return refuseCommand(state, new CallFailure(409, wasPublished))
  return { state: { ...state, command: undefined }, effects: [{ type: 'command-done' }] }
}

/** Continues with the writer's choice, merged with anything typed since the conflict appeared. */
export function resolveConflict(state: SaveState, chosen: StoryText, merge: Merge): Transition {
  const { conflict, mine } = state
  if (!conflict) return { state, effects: [] }
  const resolved = { ...state, conflict: undefined, base: conflict.after }
  if (mine === conflict.seen) return continueWith(resolved, chosen)
  const merged = merge(conflict.seen, mine, chosen)
  if ('text' in merged) return continueWith(resolved, merged.text)
  const theirs = { ...conflict.theirs, ...chosen }
  const again: Conflict = { ...conflict, mine, theirs, collision: merged.collision, seen: mine }
  return { state: { ...state, conflict: again }, effects: [] }
}

/** Continues with an earlier tab's text, merged with anything written here since. */
export function resumeDraft(
  state: SaveState,
  from: { record: LocalRecord; key: string; at: number },
  merge: Merge,
): Transition {
  const { record, key } = from
  const isTheSame = record.storyId === state.storyId && !state.conflict && !state.sent
  if (!isTheSame) return { state, effects: [] }
  const { draftKey, base, mine } = state
  const isNew = state.storyId === undefined
  const ancestor = [record.text, record.unanswered].find((one) => one && isSameText(one, base.text))
  const taken: SaveState = {
    ...state,
    resumedKey: key,
    chosenSlug: state.chosenSlug ?? record.chosenSlug,
    draftKey: isNew ? record.draftKey : draftKey,
    // Only a new story's request is repeated unchanged; for an existing story the version shows whether it arrived.
    unanswered: isNew ? record.unanswered : state.unanswered,
    isCreateInDoubt: isNew && record.unanswered === undefined,
  }
  const merged = merge(ancestor ?? record.base.text, record.text, mine)
  if ('text' in merged) return continueWith(taken, merged.text)
  const theirs = { ...mine, version: base.version }
  const conflict = { mine: record.text, theirs, collision: merged.collision, seen: mine, after: base }
  return { state: { ...taken, conflict }, effects: [] }
}

/** Continues with a text that was not typed here, shows it and saves it immediately. */
function continueWith(state: SaveState, text: StoryText): Transition {
  const mine = isSameText(text, state.base.text) ? state.base.text : isSameText(text, state.mine) ? state.mine : text
  const next = { ...state, mine, isDueNow: false, dirtySince: undefined }
  next.isDueNow = hasUnsaved(next)
  const shown: SaveEffect[] = mine === state.mine ? [] : [{ type: 'show-text', text: mine }]
  const command = refuseCommand(next, new CallFailure(409, wasMerged))
  return { state: command.state, effects: [...shown, ...command.effects] }
}

export function refuseCommand(state: SaveState, refusal: CallFailure): Transition {
  if (!state.command) return { state, effects: [] }
  return { state: { ...state, command: undefined }, effects: [{ type: 'command-refused', refusal }] }
}
