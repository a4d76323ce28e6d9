import { z } from 'zod'
import type { Db } from '../db/client.ts'
import type { LockedJob } from './job-records.ts'
import type { QueueName } from './queues.ts'

type JobKind = {
  queue: QueueName
  /** The handler's input. Never a secret: the token of a link is created when the email is written. */
  payload: z.ZodType
  /** The schedule, once for all processes (minute, hour, day of month, month, day of week; UTC). */
  cron?: string
}

const Nothing = z.object({})
const UserJob = z.object({ userId: z.string() })
/** An action on an account: when, from which address and on which device. */
const NoticeJob = UserJob.extend({ at: z.string(), address: z.string(), device: z.string() })

/** The changes to an account that its owner is notified of by email. */
const AccountChange = z.enum(['passkey_added', 'passkey_removed', 'google_connected', 'email_changed'])
export type AccountChange = z.infer<typeof AccountChange>

/** Every kind of job: its name, queue and payload. */
export const jobs = {
  /** Enqueued for unknown addresses too, so that both requests take the same time. */
  'send-reset-link': { queue: 'mail', payload: z.object({ email: z.string() }) },
  'send-welcome': { queue: 'mail', payload: UserJob },
  'send-invitation': { queue: 'mail', payload: z.object({ invitationId: z.string() }) },
  /** One job for the new address and one for the present one: if one email is refused, the other is not sent again. */
  'send-email-change': { queue: 'mail', payload: UserJob },
  'send-email-change-notice': { queue: 'mail', payload: UserJob },
  'send-password-changed': { queue: 'mail', payload: UserJob.extend({ how: z.enum(['reset', 'changed']) }) },
  'send-sign-in-notice': { queue: 'mail', payload: NoticeJob },
  /** `formerEmail`: the recipient instead of the present address; `isFormerProven`: whether it was confirmed. */
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
  /** Snapshots the recipients of a send. */
  'freeze-send': { queue: 'bulk', payload: z.object({ sendId: z.string() }) },
  /** Personal digests, each in its subscriber's morning. */
  'send-digests': { queue: 'planned', payload: Nothing, cron: '*/15 * * * *' },
  'forget-old-sends': { queue: 'planned', payload: Nothing, cron: '47 3 * * *' },
  /** Enqueued in the transaction that confirms an address's first subscription. */
  'send-subscriber-welcome': { queue: 'mail', payload: z.object({ subscriberId: z.string() }) },
  /** Emails a reader's thanks to a writer who wants that. */
  'send-thanks': { queue: 'mail', payload: z.object({ thanksId: z.string() }) },
  /** `from`: the name in the search index so far. */
  'rename-author': { queue: 'slow', payload: UserJob.extend({ from: z.string() }) },
  /** Takes the stories out of a deleted publication, and ends the subscriptions to it. */
  'end-publication': { queue: 'slow', payload: z.object({ publicationId: z.string() }) },
  /** Narrates a published story, if it is to be narrated. */
  'narrate-story': { queue: 'bulk', payload: z.object({ contentId: z.string() }) },
  /** Narrates published stories that have no narration, the newest first: an author has allowed it again, for example. */
  'narrate-missed-stories': { queue: 'planned', payload: Nothing, cron: '17 2 * * *' },
  /** Narrates a person's saved stories, if they have a private podcast. */
  'narrate-reading-list': { queue: 'bulk', payload: UserJob },
  /** Speaks a podcast; `run`: the number of the try, so that an earlier one stops when another has begun. */
  'speak-podcast': { queue: 'speech', payload: z.object({ podcastId: z.string(), run: z.int() }) },
  /** Enqueued for the time that the writer chose. */
  'publish-planned-story': { queue: 'publishing', payload: z.object({ contentId: z.string() }) },
  /** The fallback if a job for a chosen time was lost or failed for good. */
  'publish-overdue-stories': { queue: 'publishing', payload: Nothing, cron: '* * * * *' },
  'forget-deleted-stories': { queue: 'planned', payload: Nothing, cron: '37 3 * * *' },
  /** Runs every minute, so that a crawler's request only has to process the last minute's changes. */
  'divide-sitemap': { queue: 'planned', payload: Nothing, cron: '* * * * *' },
  'update-shown-followers': { queue: 'planned', payload: Nothing, cron: '*/10 * * * *' },
  'forget-expired-access': { queue: 'planned', payload: Nothing, cron: '7 */6 * * *' },
  'forget-unconfirmed-subscriptions': { queue: 'planned', payload: Nothing, cron: '17 */6 * * *' },
  'forget-old-soft-bounces': { queue: 'planned', payload: Nothing, cron: '47 3 * * *' },
  'forget-unused-uploads': { queue: 'planned', payload: Nothing, cron: '37 3 * * *' },
  'forget-unused-speech': { queue: 'planned', payload: Nothing, cron: '57 3 * * *' },
  /** Moves the windows of the read counts when a new day begins; otherwise it changes nothing. */
  'move-read-windows': { queue: 'planned', payload: Nothing, cron: '*/10 * * * *' },
  'forget-old-reads': { queue: 'planned', payload: Nothing, cron: '57 3 * * *' },
  'forget-decided-reports': { queue: 'planned', payload: Nothing, cron: '37 3 * * *' },
  /** Enqueues an email for each writer who wants one; on three days, in case nothing runs on the first. */
  'plan-monthly-figures': { queue: 'planned', payload: Nothing, cron: '0 7 1-3 * *' },
  /** `month`: its first day. */
  'send-monthly-figures': { queue: 'bulk', payload: UserJob.extend({ month: z.iso.date() }) },
  /** Proves that the newest backup can be restored. */
  'prove-backup': { queue: 'slow', payload: Nothing, cron: '23 4 * * 0' },
  'forget-old-audit-events': { queue: 'planned', payload: Nothing, cron: '27 */6 * * *' },
} as const satisfies Record<string, JobKind>

export type JobName = keyof typeof jobs
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]['payload']>

/** An operator's actions on jobs, each inside the caller's transaction. */
type JobActions = {
  /** Runs a failed job, or one that waits for its next try, immediately. @returns the job as it was before. */
  retry(tx: Db, id: string): Promise<LockedJob | undefined>
  /** @returns the number of jobs. */
  retryFailed(tx: Db, queue: string): Promise<number>
  /** Deletes a failed job. @returns the job as it was before. */
  discard(tx: Db, id: string): Promise<LockedJob | undefined>
}

export type EnqueueOptions = {
  startAfter?: Date
  /** Behind everything else in its queue. */
  isLast?: boolean
}

export type Queue = {
  actions: JobActions
  /** Enqueues in the caller's transaction: a rolled-back job never runs. */
  enqueue<N extends JobName>(tx: Db, name: N, payload: JobPayload<N>, options?: EnqueueOptions): Promise<void>
  /** Enqueues one job for each payload, thousands with one statement. */
  enqueueMany<N extends JobName>(
    tx: Db,
    name: N,
    payloads: readonly JobPayload<N>[],
    options?: EnqueueOptions,
  ): Promise<void>
}

/** A job's data in the database. */
export const WaitingJob = z.object({ job: z.string(), payload: z.unknown() })
export type WaitingJob = z.infer<typeof WaitingJob>

/** The job's name in its data. */
export function nameOfJob(data: unknown): string | undefined {
  return (data as Partial<WaitingJob> | null)?.job
}
