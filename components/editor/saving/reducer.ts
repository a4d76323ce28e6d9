import { CallFailure } from '#lib/browser/call-failure.ts'
import { mergeVersions, refuseCommand, resolveConflict, resumeDraft } from './merge-versions.ts'
import { backOffMs, planEffects, type Transition, timing } from './plan-effects.ts'
import { hasUnsaved, type Merge, type SaveEvent, type SaveState } from './save-state.ts'
import { isSameText } from './story-text.ts'

/**
 * The save engine: computes the next state of a text and the effects to run. It knows no browser and no clock; `SaveLoop`
 * runs the effects in order, and their results come back as events.
 */
export function reduce(state: SaveState, event: SaveEvent, merge: Merge): Transition {
  return planEffects(apply(state, event, merge), event.at, event.type === 'closed')
}

function apply(state: SaveState, event: SaveEvent, merge: Merge): Transition {
  const { at } = event
  switch (event.type) {
    case 'typed':
      return only(typed(state, at))
    case 'changed':
      return only(changed(state, event))
    case 'slug-chosen':
      return only({ ...state, chosenSlug: event.slug })
    case 'stored':
      return only(stored(state, event))
    case 'store-failed':
      return only({ ...state, storing: undefined, hasStoreFault: true, storeAgainAt: at + timing.afterDeviceFault })
    case 'saved':
      return event.number === state.sent?.number ? saved(state, event) : only(state)
    case 'refused':
      return event.number === state.sent?.number ? refused(state, event, merge) : only(state)
    case 'tick':
      return only({ ...state, wakeAt: undefined })
    case 'went-offline':
      return only({ ...state, isOffline: true, notBefore: Math.max(state.notBefore, at + timing.longestBackOff) })
    case 'came-online':
      return only({ ...retryNow(state, at, false), isOffline: false, tries: 0 })
    case 'signed-in-again':
      return signedIn(state, event)
    case 'save-now':
      return only({ ...retryNow(state, at, true), isDueNow: hasUnsaved(state), isForced: state.storyId === undefined })
    case 'command':
      return runCommand(state, event)
    case 'resolved':
      return resolveConflict(state, event.text, merge)
    case 'draft-resumed':
      return resumeDraft(state, event, merge)
    case 'loaded':
      return event.number === state.sent?.number ? mergeVersions(state, event.current, at, merge) : only(state)
    case 'server-changed':
      return isNews(state, event.current.version) ? mergeVersions(state, event.current, at, merge) : only(state)
    case 'closed':
      return only({ ...state, isDueNow: hasUnsaved(state) })
  }
}

/** Whether typed text must be read before this event; `typed` and `tick` come too often, and the others bring or need none. */
export function needsCurrentText({ isUnread }: SaveState, { type }: Pick<SaveEvent, 'type'>): boolean {
  return isUnread && !['typed', 'changed', 'tick', 'stored', 'store-failed'].includes(type)
}

/** The code of a 409 that is about a duplicate, such as an address in use, and not about the version. */
const existsAlready = 11_000

type EventOf<T extends SaveEvent['type']> = Extract<SaveEvent, { type: T }>

function only(state: SaveState): Transition {
  return { state, effects: [] }
}

function typed(state: SaveState, at: number): SaveState {
  const readAgainAt = state.isUnread ? state.readAgainAt : Math.max(state.readAgainAt, at + timing.betweenReads)
  const unreadSince = state.unreadSince ?? at
  const unstoredSince = state.unstoredSince ?? at
  return {
    ...state,
    isUnread: true,
    unreadSince,
    unstoredSince,
    readAgainAt,
    lastKeyAt: at,
    dirtySince: state.dirtySince ?? at,
  }
}

function changed(state: SaveState, { at, text }: EventOf<'changed'>): SaveState {
  // Reuse the known object for equal text, so that later comparisons can be by identity.
  const known = [state.base.text, state.mine, state.unanswered].find((one) => one && isSameText(one, text))
  const mine = known ?? text
  const isRead = {
    isUnread: false,
    unreadSince: undefined,
    urgentReadAt: undefined,
    lastKeyAt: state.isUnread ? state.lastKeyAt : at,
  }
  if (mine === state.mine && !state.isUnread) return state
  const { trouble } = state
  const next: SaveState = { ...state, ...isRead, mine, dirtySince: state.dirtySince ?? at }
  // The server may accept the changed text.
  if (trouble?.kind === 'failed' && trouble.text !== mine) next.trouble = undefined
  if (!hasUnsaved(next)) next.dirtySince = undefined
  return next
}

function stored(state: SaveState, { record }: EventOf<'stored'>): SaveState {
  const unstoredSince = record && record.text !== state.mine ? state.unstoredSince : state.unreadSince
  const next = { ...state, localRecord: record, unstoredSince, hasStoreFault: false, storeAgainAt: 0 }
  // A newer record may already be on its way.
  if (record !== state.storing?.record) return next
  const resumedKey = state.storing?.replaces === undefined ? state.resumedKey : undefined
  return { ...next, resumedKey, storing: undefined }
}

function saved(
  state: SaveState,
  { at, storyId, slug, version, isPublic = state.isPublic }: EventOf<'saved'>,
): Transition {
  const { sent, base, isCreateInDoubt, chosenSlug } = state
  if (!sent) return only(state)
  // The story may already have existed with another text, which must be loaded and merged first.
  const mustLoad = sent.kind === 'create' && (isCreateInDoubt || version !== 1)
  const next: SaveState = {
    ...state,
    ...{
      storyId,
      slug,
      isPublic,
      base: mustLoad ? base : { text: sent.text, version },
      sent: undefined,
      unanswered: undefined,
      isCreateInDoubt: false,
      mustLoad,
      // An address that was typed after the request was sent stays.
      chosenSlug: sent.command?.extra.slug === chosenSlug ? undefined : chosenSlug,
    },
    ...{ trouble: undefined, tries: 0, notBefore: 0, savedAt: at },
  }
  if (!hasUnsaved(next)) next.dirtySince = undefined
  if (!sent.command) return only(next)
  return { state: { ...next, command: undefined }, effects: [{ type: 'command-done' }] }
}

function refused(state: SaveState, event: EventOf<'refused'>, merge: Merge): Transition {
  const { at, refusal, current, jitter } = event
  const { status } = refusal
  if (status === 409 && current) return mergeVersions(state, current, at, merge)
  const kind = state.sent?.kind
  if (status === 409 && kind === 'save' && refusal.code !== existsAlready) {
    return only({ ...state, sent: undefined, unanswered: undefined, mustLoad: true })
  }
  const next = refuseCommand({ ...state, sent: undefined }, refusal)
  const text = state.sent?.text ?? state.mine
  if (status === 401) {
    if (state.session === 'open') next.state.session = 'ended'
  } else if (status === 429) {
    next.state.trouble = { kind: 'asked-to-wait', refusal, text }
    next.state.notBefore = at + (refusal.retryAfterSeconds ? refusal.retryAfterSeconds * 1_000 : timing.patience)
  } else if (status === 0 || status === 408 || status >= 500) {
    next.state.trouble = { kind: status === 0 ? 'unreachable' : 'server-fault', refusal, text }
    next.state.notBefore = at + backOffMs(state.tries, jitter)
    next.state.tries = state.tries + 1
    if (kind !== 'load') next.state.unanswered = text
  } else {
    next.state.unanswered = undefined
    next.state.mustLoad = false
    // A refused command says nothing about the text, which is still saved.
    if (!state.sent?.command) next.state.trouble = { kind: 'failed', refusal, text }
  }
  return next
}

/** Allows a request now, unless the server sent a 429; a text that it refused is retried only if the writer asks. */
function retryNow(state: SaveState, at: number, evenIfRefused: boolean): SaveState {
  const kind = state.trouble?.kind
  if (kind === 'asked-to-wait' || (kind === 'failed' && !evenIfRefused)) return state
  return { ...state, trouble: undefined, notBefore: at }
}

function signedIn(state: SaveState, { at, person }: EventOf<'signed-in-again'>): Transition {
  // Never send one person's text as another person.
  if (person !== state.person) return refuseCommand({ ...state, session: 'of-somebody-else' }, signedOut())
  if (state.session === 'open') return only(state)
  return only({ ...state, session: 'open', notBefore: at, isDueNow: hasUnsaved(state) })
}

function runCommand(state: SaveState, { at, command }: EventOf<'command'>): Transition {
  if (state.conflict)
    return { state, effects: [{ type: 'command-refused', refusal: new CallFailure(409, inConflict) }] }
  if (state.session !== 'open') return { state, effects: [{ type: 'command-refused', refusal: signedOut() }] }
  // Don't keep a button waiting: answer as the save before it was answered.
  if (state.trouble?.kind === 'asked-to-wait' && at < state.notBefore) {
    return { state, effects: [{ type: 'command-refused', refusal: state.trouble.refusal }] }
  }
  return only({ ...retryNow(state, at, true), command })
}

const inConflict = 'This story was changed in another tab or by someone else. Please choose what to keep first.'

export function signedOut(): CallFailure {
  return new CallFailure(401, 'You are logged out. Please log in again in another tab, then come back.')
}

/** While a request is under way, its own answer will report the version. */
function isNews({ base, sent, conflict }: SaveState, version: number): boolean {
  return version > base.version && base.version > 0 && !sent && !conflict
}
