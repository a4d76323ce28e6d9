import { isKept, phaseOf, type SaveState } from './save-state.ts'
import { timing } from './timing.ts'

/** In the time zone of the device. */
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
const nowhere = 'Not saved anywhere yet — keep this tab open'

/** Where the text is safe, in one line that is true at `now`. */
export function sentenceOf(state: SaveState, now: number): string {
  const phase = phaseOf(state)
  const { hasKeepFault, session, trouble, sent, chosenSlug } = state
  if (phase === 'idle' && chosenSlug === undefined) return state.base.version === 0 ? 'Nothing to save yet' : 'Saved'
  const failure = phase === 'failed' && trouble?.kind === 'failed' ? trouble.refusal.sentence : undefined
  if (hasKeepFault && !isKept(state)) return failure ? `${nowhere}. ${failure}` : nowhere
  if (phase === 'idle') return 'The new address is used once you press Save or Publish'
  if (phase === 'saving') return sent?.kind === 'publish' ? 'Publishing…' : 'Saving…'
  if (failure) return `Not saved: ${failure}`

  // While keys come, "kept" would be true and false again each second.
  const isQuiet = now >= state.lastKeyAt + timing.betweenReads
  const kept = isKept(state) && isQuiet ? 'kept on this device' : 'being kept on this device…'
  if (phase === 'conflict') return `Somebody changed this story too, yours is ${kept}`
  if (phase === 'offline') return `Offline, ${kept}`
  if (phase === 'signed-out') return `${session === 'ended' ? 'Signed out' : 'Somebody else is signed in'}, ${kept}`
  if (trouble?.kind === 'asked-to-wait') {
    return `Not saved yet, ${kept}. The server asks for patience until ${clock.format(state.notBefore)}`
  }
  if (trouble) return `Not saved yet, ${kept}`
  return 'Not saved yet'
}
