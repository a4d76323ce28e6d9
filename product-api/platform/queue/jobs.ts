import { z } from 'zod'
import type { Db } from '../db/client.ts'
import type { JobActions } from './job-actions.ts'
import type { QueueName } from './queues.ts'

type JobKind = {
  queue: QueueName
  /** What the handler is told. Never a secret: a token for a link is made when the email is. */
  payload: z.ZodType
  /** When it is due by itself, once for all processes (minute, hour, day of month, month, day of week; UTC). */
  cron?: string
}

const Nothing = z.object({})
const UserJob = z.object({ userId: z.string() })
/** Where something was done to an account from, and when. */
const NoticeJob = UserJob.extend({ at: z.string(), address: z.string(), device: z.string() })

/** What the owner of an account is told by email. */
const AccountChange = z.enum(['passkey_added', 'passkey_removed', 'google_connected', 'email_changed'])
export type AccountChange = z.infer<typeof AccountChange>

/** Everything that is done later: its name, its queue and its payload. */
export const jobs = {
  /** For a known and an unknown address alike, so that both take the same time to ask for. */
  'send-reset-link': { queue: 'mail', payload: z.object({ email: z.string() }) },
  'send-welcome': { queue: 'mail', payload: UserJob },
  /**
   * To the new address and to the present one, a job each: if one email is refused, the other does not go out again.
   */
  'send-email-change': { queue: 'mail', payload: UserJob },
  'send-email-change-notice': { queue: 'mail', payload: UserJob },
  'send-password-changed': { queue: 'mail', payload: UserJob.extend({ how: z.enum(['reset', 'changed']) }) },
  'send-sign-in-notice': { queue: 'mail', payload: NoticeJob },
  /**
   * `formerEmail`: goes there instead of to the account's present address; `isFormerProven`: whether that was certainly
   * the owner's.
   */
  'send-account-notice': {
    queue: 'mail',
    payload: NoticeJob.extend({
      what: AccountChange,
      formerEmail: z.string().optional(),
      isFormerProven: z.boolean().optional(),
    }),
  },
  'ask-to-confirm': { queue: 'mail', payload: z.object({ subscriberId: z.string() }) },
  /** Emails a published story to everyone who wants stories immediately; each story once. */
  'announce-story': { queue: 'bulk', payload: z.object({ contentId: z.string() }) },
  /** Writes down who gets a send. */
  'freeze-send': { queue: 'bulk', payload: z.object({ sendId: z.string() }) },
  /** Personal digests, as each subscriber's morning comes. */
  'send-digests': { queue: 'planned', payload: Nothing, cron: '*/15 * * * *' },
  'forget-old-sends': { queue: 'planned', payload: Nothing, cron: '47 3 * * *' },
  /** In the transaction that confirms an address's first subscription. */
  'send-subscriber-welcome': { queue: 'mail', payload: z.object({ subscriberId: z.string() }) },
  /** `from`: the name that the stories are found by so far. */
  'rename-author': { queue: 'slow', payload: UserJob.extend({ from: z.string() }) },
  /** A published story is read aloud again, if it is to be read aloud at all. */
  'narrate-story': { queue: 'bulk', payload: z.object({ contentId: z.string() }) },
  /** Has a person's saved stories read aloud, if they have them as a podcast. */
  'narrate-reading-list': { queue: 'bulk', payload: UserJob },
  /** Reads a text aloud; `run`: which try it is, so that an earlier one ends if another has begun. */
  'speak-podcast': { queue: 'speech', payload: z.object({ podcastId: z.string(), run: z.int() }) },
  /** Enqueued for the time that a writer chose. */
  'publish-planned-story': { queue: 'publishing', payload: z.object({ contentId: z.string() }) },
  /** Should a job for a chosen time be lost or have failed for good. */
  'publish-overdue-stories': { queue: 'publishing', payload: Nothing, cron: '* * * * *' },
  'forget-deleted-stories': { queue: 'planned', payload: Nothing, cron: '37 3 * * *' },
  /** So that a crawler waits for the last minute's changes alone, however long it stayed away. */
  'divide-sitemap': { queue: 'planned', payload: Nothing, cron: '* * * * *' },
  'forget-expired-access': { queue: 'planned', payload: Nothing, cron: '7 */6 * * *' },
  'forget-unconfirmed-subscriptions': { queue: 'planned', payload: Nothing, cron: '17 */6 * * *' },
  'forget-old-soft-bounces': { queue: 'planned', payload: Nothing, cron: '47 3 * * *' },
  'forget-unused-uploads': { queue: 'planned', payload: Nothing, cron: '37 3 * * *' },
  'forget-unused-speech': { queue: 'planned', payload: Nothing, cron: '57 3 * * *' },
  /** The sums of the last days lose a day when a new one begins; between two it changes nothing. */
  'move-read-windows': { queue: 'planned', payload: Nothing, cron: '*/10 * * * *' },
  'forget-old-reads': { queue: 'planned', payload: Nothing, cron: '57 3 * * *' },
  'forget-old-audit-events': { queue: 'planned', payload: Nothing, cron: '27 */6 * * *' },
} as const satisfies Record<string, JobKind>

export type JobName = keyof typeof jobs
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]['payload']>

type EnqueueOptions = { startAfter?: Date }

export type Queue = {
  actions: JobActions
  /** Inside the caller's transaction: what is rolled back is never done. */
  enqueue<N extends JobName>(tx: Db, name: N, payload: JobPayload<N>, options?: EnqueueOptions): Promise<void>
  /** One job for each payload, thousands with one statement. */
  enqueueMany<N extends JobName>(
    tx: Db,
    name: N,
    payloads: readonly JobPayload<N>[],
    options?: EnqueueOptions,
  ): Promise<void>
}

/** A job as it waits in the database. */
export const WaitingJob = z.object({ job: z.string(), payload: z.unknown() })
export type WaitingJob = z.infer<typeof WaitingJob>
