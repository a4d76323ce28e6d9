import { isKept, phaseOf, type SaveState } from './save-state.ts'
import { timing } from './timing.ts'

/** In the time zone of the device. */
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const nowhere = 'Not saved anywhere yet — keep this tab open'

/** Says in one line, true at `now`, where the text is safe. */
export function sentenceOf(state: SaveState, now: number): string {
  const phase = phaseOf(state)
  const { hasKeepFault, session, trouble, sent, chosenSlug, isOffline } = state
  if (phase === 'idle' && chosenSlug === undefined) return state.base.version === 0 ? 'Nothing to save yet' : 'Saved'
  const failure = phase === 'failed' && trouble?.kind === 'failed' ? trouble.refusal.sentence : undefined
  if (hasKeepFault && !isKept(state)) return failure ? `${nowhere}. ${failure}` : nowhere
  if (phase === 'idle') return 'The new address is used once you press Save or Publish'
  if (phase === 'saving') return sent?.kind === 'publish' ? 'Publishing…' : 'Saving…'
  if (failure) return `Not saved: ${failure}`

  // While keys come, "kept" would be true and false again each second.
  const isQuiet = now >= state.lastKeyAt + timing.betweenReads
  const kept = isKept(state) && isQuiet ? 'kept on this device' : 'being kept on this device…'
  if (phase === 'conflict') return `Someone else changed this story too, yours is ${kept}`
  if (phase === 'offline') return `${isOffline ? 'Offline' : 'The server doesn’t answer'}, ${kept}`
  if (phase === 'signed-out') return `${session === 'ended' ? 'Signed out' : 'Someone else is signed in'}, ${kept}`
  if (trouble?.kind === 'asked-to-wait') {
    return `Not saved yet, ${kept}. We’ll try again at ${clock.format(state.notBefore)}`
  }
  if (trouble) return `Not saved yet, ${kept}. Something went wrong, we’ll try again soon`
  return 'Not saved yet'
}
