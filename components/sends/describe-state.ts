import { momentOf } from '#components/ui/moment-of.ts'
import type { Send } from '#contract/sends.ts'

const words: Record<Send['state'], string> = {
  freezing: 'Finding out who gets it…',
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
}

export function shortState({ state, paused_by }: Send): string {
  return state === 'paused' && paused_by === 'no_answer' ? 'Waiting for the mail server' : words[state]
}

/** What is going on with a send, in a sentence or two. */
export function describeState(send: Send): string {
  const { state, paused_by, pause_answer, resume_at, waits_for } = send
  if (state === 'paused' && paused_by === 'no_answer') {
    const said = pause_answer ? ` It said: ${pause_answer}` : ''
    return `The mail server takes nothing.${said} ${nextTry(resume_at)}`.trim()
  }
  if (state === 'paused' && paused_by === 'refusals') {
    return `Paused, because the mail server refuses one mail after the other. It said: ${pause_answer ?? ''} Find out why, then resume: those it refused last are tried again.`
  }
  if (state === 'paused') return 'Paused. Mails that were on their way have gone out; the others wait until you resume.'
  if (state === 'sending' && waits_for === 'rate') return 'Sending, held back by the limit per second.'
  if (state === 'sending' && waits_for === 'warm_up') {
    return `Today’s allowance of the warm-up is used up. ${nextTry(resume_at)}`.trim()
  }
  return words[state]
}

function nextTry(at: string | null): string {
  return at ? `It goes on by itself: next try at ${momentOf(at)}.` : 'It goes on by itself.'
}
