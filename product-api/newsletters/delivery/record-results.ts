import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import type { Answer } from '#platform/mail/bulk/bulk-transport.ts'
import { cleanServerReply } from '#platform/mail/message.ts'
import type { NewsletterSettings } from '../settings.ts'
import { type Claimed, type DeliveryResult, recordResults } from './ledger-repository.ts'

export type Recorder = {
  /** Records the results of recipients; resolves once they are committed. */
  record(...results: DeliveryResult[]): Promise<void>
  /**
   * Records that an email is about to be handed to the mail server, and in the same commit the result of the lane's
   * previous one: at any moment only one of the two is in doubt.
   * @returns whether it may be handed over: not if its lease has expired because the database was away.
   */
  recordHandover(claimed: Claimed, previous: DeliveryResult | undefined): Promise<boolean>
}

type Options = { db: Db; now: () => Date; onFault: (fault: unknown) => void; retryMs?: number }
type Entry = { results: DeliveryResult[]; handedOver?: Claimed; done: () => void }

/**
 * Records handovers and results, all that have come in meanwhile in one commit: a commit takes as long for one as for a
 * hundred. While the database is away it retries: an email that went out unrecorded would go out again.
 */
export function createRecorder({ db, now, onFault, retryMs = 250 }: Options): Recorder {
  const id = newId(now())
  /** The emails that this process is handing over, by recipient: one row for all costs less than a mark in each ledger row. */
  const handingOver = new Map<string, Claimed>()
  let waiting: Entry[] = []
  let isWriting = false

  async function write(): Promise<void> {
    // One microtask later, so that entries of the same tick share a commit.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      for (const { handedOver } of batch) if (handedOver) handingOver.set(keyOf(handedOver), handedOver)
      const results = batch.flatMap((entry) => entry.results)
      for (const result of results) handingOver.delete(keyOf(result))
      // Without a new handover the process's row stays as it is: the ledger has the results.
      const sender = batch.some((entry) => entry.handedOver) ? { id, begun: [...handingOver.values()] } : undefined
      while (!(await isWritten(results, sender))) await new Promise((resolve) => setTimeout(resolve, retryMs))
      for (const { done } of batch) done()
    }
    isWriting = false
  }

  async function isWritten(results: DeliveryResult[], sender: Parameters<typeof recordResults>[1]['sender']) {
    try {
      await recordResults(db, { results, sender }, now())
      return true
    } catch (fault) {
      onFault(fault)
      return false
    }
  }

  const enqueue = (entry: Omit<Entry, 'done'>) =>
    new Promise<void>((resolve) => {
      waiting.push({ ...entry, done: resolve })
      if (isWriting) return
      isWriting = true
      void write()
    })

  return {
    record: (...results) => enqueue({ results }),
    recordHandover: async (claimed, previous) => {
      await enqueue({ results: previous ? [previous] : [], handedOver: claimed })
      if (now() < claimed.leaseUntil) return true
      handingOver.delete(keyOf(claimed))
      return false
    },
  }
}

function keyOf({ sendId, subscriberId }: Pick<Claimed, 'sendId' | 'subscriberId'>): string {
  return `${sendId} ${subscriberId}`
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** After the first, second, … time that the server deferred a recipient; after the last pause it is given up. */
const retryPausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs, 16 * hourMs]
const resendAfterMs = minuteMs

type Deciding = Pick<NewsletterSettings, 'uncertain'> & { now: Date }

/** A recipient's state after the mail server's answer. */
export function resultOf(claimed: Claimed, answer: Answer, { uncertain, now }: Deciding): DeliveryResult {
  const before = unsent(claimed, now)
  const text = cleanServerReply(answer.text)
  const tries = claimed.tries + 1
  switch (answer.kind) {
    case 'taken':
      return { ...before, state: 'sent', tries, answer: text }
    case 'refused':
      return { ...before, state: 'bounced', tries, reason: 'refused', answer: text }
    case 'later': {
      const pauseMs = retryPausesMs[claimed.tries]
      if (pauseMs === undefined) return { ...before, state: 'failed', tries, reason: 'gave_up', answer: text }
      return { ...before, state: 'queued', tries, dueAt: new Date(now.getTime() + pauseMs), answer: text }
    }
    case 'uncertain': {
      const isLastTry = claimed.isLastTry || uncertain === 'leave'
      const dueAt = new Date(now.getTime() + resendAfterMs)
      return { ...before, state: 'uncertain', tries, isLastTry, dueAt, reason: 'cut_off', answer: text }
    }
    // Not the recipient's fault, so it is not counted as a try.
    case 'no_answer':
      return { ...before, state: 'queued', answer: text }
  }
}

/** The recipient given back, as it was before it was claimed. */
export function unsent({ sendId, subscriberId, leaseUntil, tries, isLastTry }: Claimed, now: Date): DeliveryResult {
  return {
    ...{ sendId, subscriberId, leaseUntil, tries, isLastTry },
    ...{ state: 'queued', dueAt: now, reason: null, answer: null },
  }
}
