import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import type { Answer } from '#platform/mail/bulk/bulk-transport.ts'
import { cleanServerReply } from '#platform/mail/message.ts'
import type { NewsletterSettings } from '../settings.ts'
import { type Claimed, type Settlement, settle } from './ledger-repository.ts'

export type Recorder = {
  /** Writes down what became of recipients; resolves once that is committed. */
  settle(...settlements: Settlement[]): Promise<void>
  /**
   * Writes down that an email is about to be handed to the mail server, and with the same commit the end of the lane's
   * one before it: at any moment one of the two is in doubt, and never both.
   * @returns whether it may be handed over: not if its lease has ended, because the database was away.
   */
  begin(claimed: Claimed, before: Settlement | undefined): Promise<boolean>
}

type Options = { db: Db; now: () => Date; onFault: (fault: unknown) => void; retryMs?: number }
type Waiting = { settlements: Settlement[]; begun?: Claimed; done: () => void }

/**
 * Writes down the beginnings and the ends of emails, as many in one commit as there are in the meantime: a commit takes as
 * long for one as for a hundred. While the database is away it goes on trying: an email that went out and is not written
 * down would go out again.
 */
export function createRecorder({ db, now, onFault, retryMs = 250 }: Options): Recorder {
  const id = newId(now())
  /** What this process is handing over, by recipient: one row has all of it, which costs less than a mark in each of theirs. */
  const begun = new Map<string, Claimed>()
  let waiting: Waiting[] = []
  let isWriting = false

  async function write(): Promise<void> {
    // In a moment: what comes in the same turn is written together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      for (const one of batch) if (one.begun) begun.set(keyOf(one.begun), one.begun)
      const settlements = batch.flatMap((one) => one.settlements)
      for (const settlement of settlements) begun.delete(keyOf(settlement))
      // Without a beginning the row stays as it is: of what has ended the ledger knows better.
      const sender = batch.some((one) => one.begun) ? { id, begun: [...begun.values()] } : undefined
      while (!(await isWritten(settlements, sender))) await new Promise((resolve) => setTimeout(resolve, retryMs))
      for (const { done } of batch) done()
    }
    isWriting = false
  }

  async function isWritten(settlements: Settlement[], sender: Parameters<typeof settle>[1]['sender']) {
    try {
      await settle(db, { settlements, sender }, now())
      return true
    } catch (fault) {
      onFault(fault)
      return false
    }
  }

  const record = (of: Omit<Waiting, 'done'>) =>
    new Promise<void>((resolve) => {
      waiting.push({ ...of, done: resolve })
      if (isWriting) return
      isWriting = true
      void write()
    })

  return {
    settle: (...settlements) => record({ settlements }),
    begin: async (claimed, before) => {
      await record({ settlements: before ? [before] : [], begun: claimed })
      if (now() < claimed.leaseUntil) return true
      begun.delete(keyOf(claimed))
      return false
    },
  }
}

function keyOf({ sendId, subscriberId }: Pick<Claimed, 'sendId' | 'subscriberId'>): string {
  return `${sendId} ${subscriberId}`
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** After the first, second, … time that the server put a recipient off; after the last pause it is given up. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs, 16 * hourMs]
const sendAgainMs = minuteMs

type Deciding = Pick<NewsletterSettings, 'uncertain'> & { now: Date }

/** A recipient's state after the mail server's answer. */
export function settlementOf(claimed: Claimed, answer: Answer, { uncertain, now }: Deciding): Settlement {
  const before = asBefore(claimed, now)
  const text = cleanServerReply(answer.text)
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
