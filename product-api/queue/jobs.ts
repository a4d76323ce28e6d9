import { z } from 'zod'
import type { Db } from '../db/client.ts'

const UserJob = z.object({ userId: z.string() })
/** From where something was done to an account, and when. */
const NoticeJob = UserJob.extend({ at: z.string(), address: z.string(), device: z.string() })

/** What the owner of an account is told by mail. */
const AccountChange = z.enum(['passkey_added', 'passkey_removed', 'google_connected', 'email_changed'])
export type AccountChange = z.infer<typeof AccountChange>

/**
 * Everything that is done later: its name and what it is told. Never a secret: a token for a link is made when the mail is.
 */
export const jobs = {
  /** For a known and an unknown address alike, so that both take the same time to ask for. */
  'send-reset-link': z.object({ email: z.string() }),
  'send-welcome': UserJob,
  /** To the new address and to the present one, a job each: where one mail is refused the other does not go out again. */
  'send-email-change': UserJob,
  'send-email-change-notice': UserJob,
  'send-password-changed': UserJob.extend({ how: z.enum(['reset', 'changed']) }),
  'send-sign-in-notice': NoticeJob,
  /** `formerEmail`: where it goes instead of the account's present address; `isFormerProven`: whether that was the owner's for sure. */
  'send-account-notice': NoticeJob.extend({
    what: AccountChange,
    formerEmail: z.string().optional(),
    isFormerProven: z.boolean().optional(),
  }),
  /** `from`: the name that the stories are found by so far. */
  'rename-author': UserJob.extend({ from: z.string() }),
  'ask-to-confirm': z.object({ subscriberId: z.string() }),
} as const

export type JobName = keyof typeof jobs
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]>

export type Queue = {
  /** Inside the caller's transaction: what is rolled back is never done. */
  enqueue<N extends JobName>(tx: Db, name: N, payload: JobPayload<N>, options?: { startAfter?: Date }): Promise<void>
}

/** A job as it waits in the database. */
export const WaitingJob = z.object({ job: z.string(), payload: z.unknown() })
export type WaitingJob = z.infer<typeof WaitingJob>
