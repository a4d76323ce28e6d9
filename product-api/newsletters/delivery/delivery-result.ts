import type { Answer } from '#platform/mail/bulk/bulk-transport.ts'
import { serverWords } from '#platform/mail/server-words.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { Claimed, Settlement } from './ledger-repository.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** After the first, second, … time that the server put a recipient off; after the last pause it is given up. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs, 16 * hourMs]
const sendAgainMs = minuteMs

type Deciding = Pick<NewsletterSettings, 'uncertain'> & { now: Date }

/** A recipient's state after the mail server's answer. */
export function settlementOf(claimed: Claimed, answer: Answer, { uncertain, now }: Deciding): Settlement {
  const before = asBefore(claimed, now)
  const text = serverWords(answer.text)
  switch (answer.kind) {
    case 'taken':
      return { ...before, state: 'sent', tries: claimed.tries + 1, answer: text }
    case 'refused':
      return { ...before, state: 'bounced', tries: claimed.tries + 1, reason: 'refused', answer: text }
    case 'later': {
      const pauseMs = pausesMs[claimed.tries]
      const tries = claimed.tries + 1
      if (pauseMs === undefined) return { ...before, state: 'failed', tries, reason: 'gave_up', answer: text }
      return { ...before, state: 'queued', tries, dueAt: new Date(now.getTime() + pauseMs), answer: text }
    }
    case 'uncertain': {
      const isLastTry = claimed.isLastTry || uncertain === 'leave'
      const dueAt = new Date(now.getTime() + sendAgainMs)
      return {
        ...before,
        state: 'uncertain',
        tries: claimed.tries + 1,
        isLastTry,
        dueAt,
        reason: 'cut_off',
        answer: text,
      }
    }
    // No recipient's fault: it counts against none.
    case 'no_answer':
      return { ...before, state: 'queued', answer: text }
  }
}

/** As it was before it was claimed. */
export function asBefore({ sendId, subscriberId, leaseUntil, tries, isLastTry }: Claimed, now: Date): Settlement {
  return {
    ...{ sendId, subscriberId, leaseUntil, tries, isLastTry },
    ...{ state: 'queued', dueAt: now, reason: null, answer: null },
  }
}
