import type { SaveEvent, Tools } from './events.ts'
import { meet, resolve, takeUp } from './meet.ts'
import { hasUnsaved, type Refusal, type SaveState } from './save-state.ts'
import { isSameText } from './story-text.ts'
import { backOffMs, timing } from './timing.ts'
import { doWhatIsDue, type Step } from './what-is-due.ts'

/**
 * The save engine: the next state of a text, and the effects to run. It knows no browser and no clock; its driver
 * runs the effects in order and reports their results.
 */
export function step(state: SaveState, event: SaveEvent, tools: Tools): Step {
  return doWhatIsDue(happen(state, event, tools), event.at, event.type === 'closed')
}

function happen(state: SaveState, event: SaveEvent, tools: Tools): Step {
  const { at } = event
  switch (event.type) {
    case 'typed':
      return only(typed(state, at))
    case 'changed':
      return only(changed(state, event))
    case 'slug-chosen':
      return only({ ...state, chosenSlug: event.slug })
    case 'kept':
      return only(kept(state, event))
    case 'keep-failed':
      return only({ ...state, keeping: undefined, hasKeepFault: true, keepAgainAt: at + timing.afterDeviceFault })
    case 'saved':
      return event.number === state.sent?.number ? saved(state, event) : only(state)
    case 'refused':
      return event.number === state.sent?.number ? refused(state, event, tools) : only(state)
    case 'tick':
      return only({ ...state, wakeAt: undefined })
    case 'went-offline':
      return only({ ...state, isOffline: true, notBefore: Math.max(state.notBefore, at + timing.longestBackOff) })
    case 'came-online':
      return only({ ...atOnce(state, at, false), isOffline: false, tries: 0 })
    case 'signed-in-again':
      return signedIn(state, event)
    case 'save-now':
      return only({ ...atOnce(state, at, true), isHurried: hasUnsaved(state), isForced: state.storyId === undefined })
    case 'wished':
      return wished(state, event)
    case 'resolved':
      return resolve(state, event.text, tools)
    case 'recovered':
      return takeUp(state, event, tools)
    case 'answered':
      return event.number === state.sent?.number ? meet(state, event.current, at, tools) : only(state)
    case 'server-has':
      return isNews(state, event.current.version) ? meet(state, event.current, at, tools) : only(state)
    case 'closed':
      return only({ ...state, isHurried: hasUnsaved(state) })
  }
}

/** The code for a conflict with another thing, such as the same address. */
const existsAlready = 11_000

type EventOf<T extends SaveEvent['type']> = Extract<SaveEvent, { type: T }>

function only(state: SaveState): Step {
  return { state, effects: [] }
}

function typed(state: SaveState, at: number): SaveState {
  const readAgainAt = state.isUnread ? state.readAgainAt : Math.max(state.readAgainAt, at + timing.betweenReads)
  return { ...state, isUnread: true, readAgainAt, lastKeyAt: at, dirtySince: state.dirtySince ?? at }
}

function changed(state: SaveState, { at, text }: EventOf<'changed'>): SaveState {
  // The same words are the same object from here on.
  const known = [state.base.text, state.mine, state.unanswered].find((one) => one && isSameText(one, text))
  const mine = known ?? text
  const isRead = { isUnread: false, urgentReadAt: undefined, lastKeyAt: state.isUnread ? state.lastKeyAt : at }
  if (mine === state.mine && !state.isUnread) return state
  const { trouble } = state
  const next: SaveState = { ...state, ...isRead, mine, dirtySince: state.dirtySince ?? at }
  // Another text may please the server.
  if (trouble?.kind === 'failed' && trouble.text !== mine) next.trouble = undefined
  if (!hasUnsaved(next)) next.dirtySince = undefined
  return next
}

function kept(state: SaveState, { at, record }: EventOf<'kept'>): SaveState {
  const next = { ...state, kept: record, keptAt: record ? at : undefined, hasKeepFault: false, keepAgainAt: 0 }
  // A newer record may be under way already.
  if (record !== state.keeping?.record) return next
  const takenOver = state.keeping?.replaces === undefined ? state.takenOver : undefined
  return { ...next, takenOver, keeping: undefined }
}

function saved(state: SaveState, { at, storyId, slug, version }: EventOf<'saved'>): Step {
  const { sent, base, isCreateInDoubt, chosenSlug } = state
  if (!sent) return only(state)
  // The story may have been there before this text was sent, with another one.
  const mustAsk = sent.kind === 'create' && (isCreateInDoubt || version !== 1)
  const next: SaveState = {
    ...state,
    ...{
      storyId,
      slug,
      base: mustAsk ? base : { text: sent.text, version },
      sent: undefined,
      unanswered: undefined,
      isCreateInDoubt: false,
      mustAsk,
      // What was typed after it was sent stays.
      chosenSlug: sent.wish?.extra.slug === chosenSlug ? undefined : chosenSlug,
    },
    ...{ trouble: undefined, tries: 0, notBefore: 0, savedAt: at },
  }
  if (!hasUnsaved(next)) next.dirtySince = undefined
  if (!sent.wish) return only(next)
  return { state: { ...next, wish: undefined }, effects: [{ type: 'wish-granted' }] }
}

function refused(state: SaveState, event: EventOf<'refused'>, tools: Tools): Step {
  const { at, refusal, jitter } = event
  const { status, current } = refusal
  if (status === 409 && current) return meet(state, current, at, tools)
  const kind = state.sent?.kind
  if (status === 409 && kind === 'save' && refusal.code !== existsAlready) {
    return only({ ...state, sent: undefined, unanswered: undefined, mustAsk: true })
  }
  const next = withoutWish({ ...state, sent: undefined }, refusal)
  const text = state.sent?.text ?? state.mine
  if (status === 401) {
    if (state.session === 'open') next.state.session = 'ended'
  } else if (status === 429) {
    next.state.trouble = { kind: 'asked-to-wait', refusal }
    next.state.notBefore = at + (refusal.retryAfterSeconds ? refusal.retryAfterSeconds * 1_000 : timing.patience)
  } else if (status === 0 || status === 408 || status >= 500) {
    next.state.trouble = { kind: status === 0 ? 'unreachable' : 'server-fault' }
    next.state.notBefore = at + backOffMs(state.tries, jitter)
    next.state.tries = state.tries + 1
    if (kind !== 'ask') next.state.unanswered = text
  } else {
    next.state.unanswered = undefined
    next.state.mustAsk = false
    // What was wished for was refused, not the text.
    if (!state.sent?.wish) next.state.trouble = { kind: 'failed', refusal, text }
  }
  return next
}

/** A wish is not tried again by itself: its caller is told. */
function withoutWish(state: SaveState, refusal: Refusal): Step {
  if (!state.wish) return only(state)
  return { state: { ...state, wish: undefined }, effects: [{ type: 'wish-refused', refusal }] }
}

/** Tries again now, unless the server has asked for patience; a text that it refused only if the writer asks for it. */
function atOnce(state: SaveState, at: number, evenIfRefused: boolean): SaveState {
  const kind = state.trouble?.kind
  if (kind === 'asked-to-wait' || (kind === 'failed' && !evenIfRefused)) return state
  return { ...state, trouble: undefined, notBefore: at }
}

function signedIn(state: SaveState, { at, person }: EventOf<'signed-in-again'>): Step {
  // One person's text never goes out as another's.
  if (person !== state.person) return withoutWish({ ...state, session: 'of-somebody-else' }, signedOut)
  if (state.session === 'open') return only(state)
  return only({ ...state, session: 'open', notBefore: at, isHurried: hasUnsaved(state) })
}

function wished(state: SaveState, { at, wish }: EventOf<'wished'>): Step {
  if (state.conflict) return { state, effects: [{ type: 'wish-refused', refusal: inConflict }] }
  if (state.session !== 'open') return { state, effects: [{ type: 'wish-refused', refusal: signedOut }] }
  // No one waits an hour for a button: it is refused as the save before it was.
  if (state.trouble?.kind === 'asked-to-wait' && at < state.notBefore) {
    return { state, effects: [{ type: 'wish-refused', refusal: state.trouble.refusal }] }
  }
  return only({ ...atOnce(state, at, true), wish })
}

const inConflict: Refusal = {
  status: 409,
  sentence: 'Someone else changed this story too. Please choose what to keep first.',
}
export const signedOut: Refusal = {
  status: 401,
  sentence: 'You are signed out. Please sign in again in another tab, then come back.',
}

/** An answer that is under way says it itself. */
function isNews({ base, sent, conflict }: SaveState, version: number): boolean {
  return version > base.version && base.version > 0 && !sent && !conflict
}
