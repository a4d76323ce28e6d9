import type { SaveEffect, Tools } from './events.ts'
import { type Conflict, hasUnsaved, type LocalRecord, type Refusal, type SaveState, type Theirs } from './save-state.ts'
import { type StoryText, textOf } from './story-text.ts'
import type { Step } from './what-is-due.ts'

const changedToo: Refusal = {
  status: 409,
  sentence: 'Someone else changed this story too. Please choose what to keep.',
}
const cameTogether: Refusal = {
  status: 409,
  sentence: 'Someone else changed this story too. Both versions have been merged: please check the text and try again.',
}

/** The server has another version than the edited one: the two texts are merged, and nothing is overwritten. */
export function meet(before: SaveState, current: Theirs, at: number, tools: Tools): Step {
  const theirs = textOf(current)
  const own = [before.sent?.text, before.unanswered, before.mine].find((one) => one && tools.isSame(one, theirs))
  const state = {
    ...before,
    sent: undefined,
    unanswered: undefined,
    trouble: undefined,
    tries: 0,
    notBefore: 0,
    mustAsk: false,
  }
  state.storyId ??= current._id
  state.slug = current.slug ?? before.slug
  if (state.chosenSlug === current.slug) state.chosenSlug = undefined
  const base = { text: own ?? theirs, version: current.version }
  if (own) return answerWasLost({ ...state, base, savedAt: at }, before, current)

  const met = tools.merge(before.base.text, before.mine, theirs)
  if ('collision' in met) {
    const conflict = { mine: before.mine, theirs: current, collision: met.collision, seen: before.mine, after: base }
    return refuseWish({ ...state, conflict }, changedToo)
  }
  return show({ ...state, base }, met.text, tools)
}

/** The server has what was sent, or what is here. */
function answerWasLost(state: SaveState, { sent }: SaveState, { isDraft }: Theirs): Step {
  const isPublished = sent?.kind === 'publish' && isDraft === false && state.base.text === sent.text
  if (!isPublished) return { state, effects: [] }
  return { state: { ...state, wish: undefined }, effects: [{ type: 'wish-granted' }] }
}

/** The writer has chosen. What was typed since is not lost over it. */
export function resolve(state: SaveState, chosen: StoryText, tools: Tools): Step {
  const { conflict, mine } = state
  if (!conflict) return { state, effects: [] }
  const resolved = { ...state, conflict: undefined, base: conflict.after }
  if (mine === conflict.seen) return show(resolved, chosen, tools)
  const met = tools.merge(conflict.seen, mine, chosen)
  if ('text' in met) return show(resolved, met.text, tools)
  const theirs = { ...conflict.theirs, ...chosen }
  const again: Conflict = { ...conflict, mine, theirs, collision: met.collision, seen: mine }
  return { state: { ...state, conflict: again }, effects: [] }
}

/** An earlier tab's text is taken up, with what has been written here since. */
export function takeUp(state: SaveState, from: { record: LocalRecord; key: string; at: number }, tools: Tools): Step {
  const { record, key } = from
  const isTheSame = record.storyId === state.storyId && !state.conflict && !state.sent
  if (!isTheSame) return { state, effects: [] }
  const { draftKey, base, mine } = state
  const isNew = state.storyId === undefined
  const ancestor = [record.text, record.unanswered].find((one) => one && tools.isSame(one, base.text))
  const taken: SaveState = {
    ...state,
    takenOver: key,
    chosenSlug: state.chosenSlug ?? record.chosenSlug,
    draftKey: isNew ? record.draftKey : draftKey,
    // Only a new story's request is sent again as it was; of one that exists the version tells.
    unanswered: isNew ? record.unanswered : state.unanswered,
    isCreateInDoubt: isNew && record.unanswered === undefined,
  }
  const met = tools.merge(ancestor ?? record.base.text, record.text, mine)
  if ('text' in met) return show(taken, met.text, tools)
  const theirs = { ...mine, version: base.version }
  const conflict = { mine: record.text, theirs, collision: met.collision, seen: mine, after: base }
  return { state: { ...taken, conflict }, effects: [] }
}

/** Continues with a text that was not typed here, and saves it immediately. */
function show(state: SaveState, text: StoryText, { isSame }: Tools): Step {
  const mine = isSame(text, state.base.text) ? state.base.text : isSame(text, state.mine) ? state.mine : text
  const next = { ...state, mine, isHurried: false, dirtySince: undefined }
  next.isHurried = hasUnsaved(next)
  const shown: SaveEffect[] = mine === state.mine ? [] : [{ type: 'show-text', text: mine }]
  const wish = refuseWish(next, cameTogether)
  return { state: wish.state, effects: [...shown, ...wish.effects] }
}

function refuseWish(state: SaveState, refusal: Refusal): Step {
  if (!state.wish) return { state, effects: [] }
  return { state: { ...state, wish: undefined }, effects: [{ type: 'wish-refused', refusal }] }
}
