import type { CallFailure } from '#lib/browser/call-failure.ts'
import { type Conflict, type Phase, phaseOf, type SaveState } from '#lib/saving/save-state.ts'
import { sentenceOf } from '#lib/saving/sentence-of.ts'
import type { StoryText } from '#lib/saving/story-text.ts'
import type { KeptDraft } from './local-drafts.ts'

type SavingStatus = {
  phase: Phase
  /** The one line by the title; always true. */
  sentence: string
  keptAt: Date | undefined
  savedAt: Date | undefined
  /** What the server knows of the story; nothing of a new one. */
  storyId: string | undefined
  slug: string | undefined
  version: number | undefined
}

/** What the editor's page shows of the saving. */
export type SavingView<Collision = unknown> = {
  status: SavingStatus
  /** Two texts that say different things in the same place. */
  conflict: Conflict<Collision> | undefined
  /** A text of an earlier tab that had not reached the server. */
  recovered: { text: StoryText; keptAt: Date } | undefined
  /** Why the text is refused, in phase `failed`. */
  failure: CallFailure | undefined
}

/** `before` itself where nothing of it has changed, so that nothing is drawn anew with every key. */
export function viewOf(
  state: SaveState,
  now: number,
  offer: KeptDraft | undefined,
  lastFailure: CallFailure | undefined,
  before?: SavingView,
): SavingView {
  const phase = phaseOf(state)
  const times = { keptAt: dateOf(state.keptAt), savedAt: dateOf(state.savedAt) }
  const known = { storyId: state.storyId, slug: state.slug, version: state.base.version || undefined }
  const status = { phase, sentence: sentenceOf(state, now), ...times, ...known }
  const recovered = offer && { text: offer.record.text, keptAt: new Date(offer.keptAt) }
  const failure = phase === 'failed' ? lastFailure : undefined
  if (!before) return { status, conflict: state.conflict, recovered, failure }
  const told = ['phase', 'sentence', 'storyId', 'slug', 'version'] as const
  const isSameStatus = told.every((name) => status[name] === before.status[name])
  const isSame =
    isSameStatus &&
    before.conflict === state.conflict &&
    before.recovered?.text === recovered?.text &&
    before.failure === failure
  return isSame ? before : { status, conflict: state.conflict, recovered, failure }
}

function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms)
}
