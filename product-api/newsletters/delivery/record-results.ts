import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import type { RecipientRow } from '#platform/db/tables/newsletters.ts'
import type { Answer } from '#platform/mail/bulk/bulk-transport.ts'
import { cleanServerReply } from '#platform/mail/message.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { Claimed } from './claim-batch.ts'

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

  async function isWritten(results: DeliveryResult[], sender: Sending | undefined): Promise<boolean> {
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

/** A recipient's state after an attempt, or after being given back without one. */
export type DeliveryResult = Pick<
  RecipientRow,
  'sendId' | 'subscriberId' | 'state' | 'tries' | 'isLastTry' | 'dueAt' | 'reason' | 'answer'
> & {
  /** The lease it was claimed with: if it has expired and another process has claimed the recipient, nothing is written. */
  leaseUntil: Date
}

/** A sending process, and the emails that it is handing to the mail server. */
type Sending = { id: string; begun: readonly Pick<Claimed, 'sendId' | 'subscriberId' | 'leaseUntil'>[] }

/** Records the results of recipients, and which emails a process is handing over from then on, in one statement. */
export async function recordResults(
  db: Db,
  { results, sender }: { results: readonly DeliveryResult[]; sender?: Sending | undefined },
  now: Date,
): Promise<void> {
  await db.execute(sql`
    ${sender ? withSender(sender, now) : sql``}
    update send_recipients as r set
      state = s.state, tries = s.tries, due_at = s."dueAt", reason = s.reason, answer = s.answer,
      is_last_try = s."isLastTry", is_placed = false, lease_until = null, changed_at = ${sqlTime(now)}
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as s (
      "sendId" uuid, "subscriberId" uuid, "leaseUntil" timestamptz, state text, tries smallint, "isLastTry" boolean,
      "dueAt" timestamptz, reason text, answer text)
    where r.send_id = s."sendId" and r.subscriber_id = s."subscriberId"
      and r.state = 'sending' and r.lease_until = s."leaseUntil"`)
}

function withSender({ id, begun }: Sending, now: Date) {
  const rows = begun.map(({ sendId, subscriberId, leaseUntil }) => ({
    send_id: sendId,
    subscriber_id: subscriberId,
    lease_until: leaseUntil,
  }))
  return sql`with sender as (
    insert into senders (id, begun, changed_at) values (${id}, ${JSON.stringify(rows)}::jsonb, ${sqlTime(now)})
    on conflict (id) do update set begun = excluded.begun, changed_at = excluded.changed_at)`
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** After the first, second, … time that the server deferred a recipient; after the last pause it is given up. */
const retryPausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs, 16 * hourMs]
const resendAfterMs = minuteMs

/** A recipient's state after the mail server's answer. */
export function resultOf(
  claimed: Claimed,
  answer: Answer,
  { uncertain, now }: Pick<NewsletterSettings, 'uncertain'> & { now: Date },
): DeliveryResult {
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
