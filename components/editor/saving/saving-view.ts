import type { CallFailure } from '#lib/browser/call-failure.ts'
import type { LocalDraft } from './local-drafts.ts'
import type { RecoveredDrafts } from './recovered-drafts.ts'
import { type Conflict, hasUnsaved, isKeptUpWith, isOnDevice, type SaveState } from './save-state.ts'
import type { StoryText } from './story-text.ts'

type Phase = 'idle' | 'dirty' | 'saving' | 'offline' | 'signed-out' | 'conflict' | 'failed'
export type SavingStatus = {
  phase: Phase
  /** The one line by the title; always true. */
  sentence: string
  /** In milliseconds. */
  savedAt: number | undefined
  /** The server's id of the story; undefined for a new one. */
  storyId: string | undefined
  slug: string | undefined
  /** The address that was typed but not requested yet. */
  chosenSlug: string | undefined
  version: number | undefined
  isPublic: boolean
}

/** The state of saving that the editor's page shows. */
export type SavingView = {
  status: SavingStatus
  /** Two texts that differ in the same place. */
  conflict: Conflict | undefined
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
  before?: SavingView,
): SavingView {
  const phase = phaseOf(state)
  const { storyId, slug, chosenSlug, base, savedAt, conflict, isPublic } = state
  const sentence = statusLine(state, now)
  const version = base.version || undefined
  const status = { phase, sentence, savedAt, storyId, slug, chosenSlug, version, isPublic }
  const recovered = offered && recoveredText(offered)
  const failure = phase === 'failed' ? state.trouble?.refusal : undefined
  const view = { status, conflict, recovered, dismissed, failure }
  const shown = before && factsOf(before)
  return before && factsOf(view).every((fact, at) => fact === shown?.[at]) ? before : view
}

function recoveredText({ draft: { record, keptAt }, isShown }: NonNullable<RecoveredDrafts['offered']>) {
  return { text: record.text, keptAt: new Date(keptAt), isShown }
}

/** Everything that may change in a view, one by one. */
function factsOf({ status, recovered, ...others }: SavingView): unknown[] {
  return [...Object.values(status), recovered?.text, recovered?.isShown, ...Object.values(others)]
}

export function phaseOf(state: SaveState): Phase {
  const { conflict, sent, session, trouble, isOffline } = state
  if (conflict) return 'conflict'
  if (sent) return 'saving'
  if (!hasUnsaved(state)) return 'idle'
  if (session !== 'open') return 'signed-out'
  if (trouble?.kind === 'failed') return 'failed'
  return isOffline || trouble?.kind === 'unreachable' ? 'offline' : 'dirty'
}

const nowhere = 'Not saved anywhere yet — keep this tab open'

/** One line about where the text is safe, true at `now`. */
export function statusLine(state: SaveState, now: number): string {
  const phase = phaseOf(state)
  const { hasStoreFault, session, trouble, sent, chosenSlug, isOffline } = state
  if (phase === 'idle' && chosenSlug === undefined) return state.base.version === 0 ? 'Nothing to save yet' : 'Saved'
  const failure = phase === 'failed' ? trouble?.refusal.message : undefined
  if (hasStoreFault && !isOnDevice(state)) return failure ? `${nowhere}. ${failure}` : nowhere
  if (phase === 'idle') return 'The new address is used once you press Save or Publish'
  if (phase === 'saving') return sent?.kind === 'publish' ? 'Publishing…' : 'Saving…'
  if (failure) return `Not saved: ${failure}`

  const isKept = isKeptUpWith(state, now)
  const kept = isKept ? 'kept on this device' : 'being kept on this device…'
  if (phase === 'conflict') return `Changed in another tab or by someone else, yours is ${kept}`
  if (phase === 'offline') return `${isOffline ? 'Offline' : 'The server doesn’t answer'}, ${kept}`
  if (phase === 'signed-out') return `${session === 'ended' ? 'Logged out' : 'Someone else is logged in'}, ${kept}`
  if (trouble?.kind === 'asked-to-wait') {
    return `Not saved yet, ${kept}. We’ll try again at ${timeOfDay(state.notBefore)}`
  }
  if (trouble) return `Not saved yet, ${kept}. Something went wrong, we’ll try again soon`
  return isKept ? 'Kept on this device' : 'Not saved yet'
}

/** A story as the server has it now. */
export type SavedStory = { slug: string; storyId: string; version: number }
type Promised<Saved> = { resolve: (saved: Saved) => void; reject: (failure: CallFailure) => void }

/** The promises of Save and Publish. */
export class PendingSaves {
  #saves: Promised<SavedStory | undefined>[] = []
  #command: Promised<SavedStory> | undefined

  /** Resolved once all is saved or if it can't be sent for now, rejected if the server refuses or fails. */
  addSave(): Promise<SavedStory | undefined> {
    return new Promise((resolve, reject) => {
      this.#saves.push({ resolve, reject })
    })
  }

  /** One command at a time. */
  get hasCommand(): boolean {
    return this.#command !== undefined
  }

  addCommand(): Promise<SavedStory> {
    return new Promise((resolve, reject) => {
      this.#command = { resolve, reject }
    })
  }

  settleSaves(state: SaveState): void {
    const { sent, trouble, conflict, session, isOffline } = state
    if (this.#saves.length === 0 || sent) return
    const isSaved = !hasUnsaved(state)
    if (!isSaved && !trouble && !conflict && session === 'open' && !isOffline) return
    for (const { resolve, reject } of this.#saves.splice(0)) {
      if (isSaved) resolve(savedStory(state))
      // The server has answered without accepting the text, whether or not it is sent again automatically.
      else if (trouble && trouble.kind !== 'unreachable') reject(trouble.refusal)
      else resolve(undefined)
    }
  }

  resolveCommand(state: SaveState): void {
    const saved = savedStory(state)
    if (saved) this.#command?.resolve(saved)
    this.#command = undefined
  }

  rejectCommand(refusal: CallFailure): void {
    this.#command?.reject(refusal)
    this.#command = undefined
  }
}

function savedStory({ storyId, slug, base }: SaveState): SavedStory | undefined {
  return storyId === undefined || slug === undefined ? undefined : { storyId, slug, version: base.version }
}

let timeFormat: Intl.DateTimeFormat | undefined

/** In the time zone of the device. */
function timeOfDay(at: number): string {
  // Made when it is first needed: a formatter takes longer than all the rest of the line.
  timeFormat ??= new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
  return timeFormat.format(at)
}
