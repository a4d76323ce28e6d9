import type { CallFailure } from '#lib/browser/call-failure.ts'
import type { LocalDraft } from './local-drafts.ts'
import { timing } from './plan-effects.ts'
import type { RecoveredDrafts } from './recovered-drafts.ts'
import { type Conflict, isOnDevice, type Phase, phaseOf, type SaveState } from './save-state.ts'
import type { StoryText } from './story-text.ts'

type SavingStatus = {
  phase: Phase
  /** The one line by the title; always true. */
  sentence: string
  keptAt: Date | undefined
  savedAt: Date | undefined
  /** The server's id of the story; undefined for a new one. */
  storyId: string | undefined
  slug: string | undefined
  /** The address that was typed but not requested yet. */
  chosenSlug: string | undefined
  version: number | undefined
}

/** The state of saving that the editor's page shows. */
export type SavingView<Collision = unknown> = {
  status: SavingStatus
  /** Two texts that differ in the same place. */
  conflict: Conflict<Collision> | undefined
  /** A text of an earlier tab that had not reached the server; it is already in the editor, or can be taken up. */
  recovered: { text: StoryText; keptAt: Date; isShown: boolean } | undefined
  /** Texts of earlier tabs that were rejected, the newest first. */
  dismissed: readonly LocalDraft[]
  /** Why the text is refused, in phase `failed`. */
  failure: CallFailure | undefined
}

/** `before` itself if nothing has changed, so that not every key causes a render. */
export function viewOf(
  state: SaveState,
  now: number,
  { offered, dismissed }: Pick<RecoveredDrafts, 'offered' | 'dismissed'>,
  lastFailure: CallFailure | undefined,
  before?: SavingView,
): SavingView {
  const phase = phaseOf(state)
  const times = { keptAt: dateOf(state.keptAt), savedAt: dateOf(state.savedAt) }
  const { storyId, slug, chosenSlug, base } = state
  const known = { storyId, slug, chosenSlug, version: base.version || undefined }
  const status = { phase, sentence: statusLine(state, now), ...times, ...known }
  const recovered = offered && recoveredText(offered)
  const failure = phase === 'failed' ? lastFailure : undefined
  const view = { status, conflict: state.conflict, recovered, dismissed, failure }
  if (!before) return view
  const shown = ['phase', 'sentence', 'storyId', 'slug', 'chosenSlug', 'version'] as const
  const isSameStatus = shown.every((name) => status[name] === before.status[name])
  const isSame =
    isSameStatus &&
    before.conflict === state.conflict &&
    before.recovered?.text === recovered?.text &&
    before.recovered?.isShown === recovered?.isShown &&
    before.dismissed === dismissed &&
    before.failure === failure
  return isSame ? before : view
}

function recoveredText({ draft: { record, keptAt }, isShown }: NonNullable<RecoveredDrafts['offered']>) {
  return { text: record.text, keptAt: new Date(keptAt), isShown }
}

function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms)
}

/** In the time zone of the device. */
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const nowhere = 'Not saved anywhere yet — keep this tab open'

/** One line about where the text is safe, true at `now`. */
export function statusLine(state: SaveState, now: number): string {
  const phase = phaseOf(state)
  const { hasStoreFault, session, trouble, sent, chosenSlug, isOffline } = state
  if (phase === 'idle' && chosenSlug === undefined) return state.base.version === 0 ? 'Nothing to save yet' : 'Saved'
  const failure = phase === 'failed' && trouble?.kind === 'failed' ? trouble.refusal.sentence : undefined
  if (hasStoreFault && !isOnDevice(state)) return failure ? `${nowhere}. ${failure}` : nowhere
  if (phase === 'idle') return 'The new address is used once you press Save or Publish'
  if (phase === 'saving') return sent?.kind === 'publish' ? 'Publishing…' : 'Saving…'
  if (failure) return `Not saved: ${failure}`

  // While someone types, "kept" would alternate between true and false each second.
  const isQuiet = now >= state.lastKeyAt + timing.betweenReads
  const kept = isOnDevice(state) && isQuiet ? 'kept on this device' : 'being kept on this device…'
  if (phase === 'conflict') return `Someone else changed this story too, yours is ${kept}`
  if (phase === 'offline') return `${isOffline ? 'Offline' : 'The server doesn’t answer'}, ${kept}`
  if (phase === 'signed-out') return `${session === 'ended' ? 'Signed out' : 'Someone else is signed in'}, ${kept}`
  if (trouble?.kind === 'asked-to-wait') {
    return `Not saved yet, ${kept}. We’ll try again at ${clock.format(state.notBefore)}`
  }
  if (trouble) return `Not saved yet, ${kept}. Something went wrong, we’ll try again soon`
  return 'Not saved yet'
}
