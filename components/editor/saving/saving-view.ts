import type { CallFailure } from '#lib/browser/call-failure.ts'
import { type Conflict, type Phase, phaseOf, type SaveState } from '#lib/saving/save-state.ts'
import { sentenceOf } from '#lib/saving/sentence-of.ts'
import type { StoryText } from '#lib/saving/story-text.ts'
import type { KeptDraft } from './local-drafts.ts'
import type { ReturningTexts } from './returning-texts.ts'

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
  /** Two texts that say different things in the same place. */
  conflict: Conflict<Collision> | undefined
  /** A text of an earlier tab that had not reached the server; it is already in the editor, or can be taken up. */
  recovered: { text: StoryText; keptAt: Date; isShown: boolean } | undefined
  /** Such texts that were not wanted back, the last one first. */
  dismissed: readonly KeptDraft[]
  /** Why the text is refused, in phase `failed`. */
  failure: CallFailure | undefined
}

/** `before` itself if nothing has changed, so that not every key causes a render. */
export function viewOf(
  state: SaveState,
  now: number,
  { offered, dismissed }: Pick<ReturningTexts, 'offered' | 'dismissed'>,
  lastFailure: CallFailure | undefined,
  before?: SavingView,
): SavingView {
  const phase = phaseOf(state)
  const times = { keptAt: dateOf(state.keptAt), savedAt: dateOf(state.savedAt) }
  const { storyId, slug, chosenSlug, base } = state
  const known = { storyId, slug, chosenSlug, version: base.version || undefined }
  const status = { phase, sentence: sentenceOf(state, now), ...times, ...known }
  const recovered = offered && recoveredText(offered)
  const failure = phase === 'failed' ? lastFailure : undefined
  const view = { status, conflict: state.conflict, recovered, dismissed, failure }
  if (!before) return view
  const told = ['phase', 'sentence', 'storyId', 'slug', 'chosenSlug', 'version'] as const
  const isSameStatus = told.every((name) => status[name] === before.status[name])
  const isSame =
    isSameStatus &&
    before.conflict === state.conflict &&
    before.recovered?.text === recovered?.text &&
    before.recovered?.isShown === recovered?.isShown &&
    before.dismissed === dismissed &&
    before.failure === failure
  return isSame ? before : view
}

function recoveredText({ draft: { record, keptAt }, isShown }: NonNullable<ReturningTexts['offered']>) {
  return { text: record.text, keptAt: new Date(keptAt), isShown }
}

function dateOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms)
}
