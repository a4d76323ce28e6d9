import { formatDateTime } from '#components/ui/format-date-time.ts'
import type { Send } from '#contract/sends.ts'

const words: Record<Send['state'], string> = {
  freezing: 'Preparing the list of recipients…',
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
}

export function isOpen(state: Send['state']): boolean {
  return state !== 'done' && state !== 'cancelled'
}

export function shortState({ state, paused_by }: Send): string {
  return state === 'paused' && paused_by === 'no_answer' ? 'Waiting for the mail server' : words[state]
}

/** The state of a send, in a sentence or two. */
export function describeState(send: Send): string {
  const { state, paused_by, pause_answer, resume_at, waits_for } = send
  if (state === 'paused' && paused_by === 'no_answer') {
    const said = pause_answer ? ` It said “${pause_answer}”.` : ''
    return `The mail server isn’t accepting emails.${said} ${nextTry(resume_at)}`.trim()
  }
  if (state === 'paused' && paused_by === 'refusals') {
    const said = pause_answer ? ` It said “${pause_answer}”.` : ''
    return `Paused, because the mail server keeps refusing emails.${said} Find out why, then resume. The last refused emails are tried again.`
  }
  if (state === 'paused') return 'Paused. Emails already on their way have gone out; the others wait until you resume.'
  if (state === 'sending' && waits_for === 'rate') return 'Sending, slowed down by the limit per second.'
  if (state === 'sending' && waits_for === 'warm_up') {
    return `Today’s allowance of the warm-up is used up. ${nextTry(resume_at)}`.trim()
  }
  return words[state]
}

function nextTry(at: string | null): string {
  return at
    ? `It continues automatically, with the next attempt at ${formatDateTime(at)}.`
    : 'It continues automatically.'
}
