import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { pageQuery } from './input.ts'

/** The actions in the audit. The names stay: old rows have them. */
export const auditActions = [
  'sign_up',
  'sign_in',
  'sign_in_failed',
  'sign_in_refused',
  'sign_out',
  'session_ended',
  'sessions_ended',
  'google_linked',
  'passkey_added',
  'passkey_removed',
  'password_reset',
  'password_changed',
  'email_proven',
  'email_change_asked',
  'email_changed',
  'role_changed',
  'user_suspended',
  'suspension_lifted',
  'story_deleted',
  'story_brought_back',
  'thanks_removed',
  'thanks_report_dismissed',
  'story_pinned',
  'story_unpinned',
  'story_reports_decided',
  'publication_deleted',
  'job_retried',
  'jobs_retried',
  'job_discarded',
  'following_ended',
  'newsletter_sent',
  'newsletter_paused',
  'newsletter_resumed',
  'newsletter_cancelled',
  'story_mailing_sent',
  'story_mailing_declined',
  'mailing_approved',
  'mailing_approval_withdrawn',
  'suppression_added',
  'suppression_removed',
  'subscribers_imported',
  'subscribers_import_ended',
  'subscribers_exported',
  'podcast_begun',
  'podcast_changed',
  'podcast_deleted',
  'reading_list_feed_made',
  'reading_list_feed_ended',
  'setting_changed',
  'site_text_published',
  'site_text_reset',
  'person_invited',
  'invitation_withdrawn',
  'invitation_accepted',
  'publishing_allowed',
  'publishing_withdrawn',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Something that was done, as administrators read it. */
export const AuditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  action: z.string(),
  sentence: z.string().describe('what was done, in words'),
  actor: z
    .object({ uuid: z.string(), name: z.string() })
    .nullable()
    .describe('who did it; null if no one was signed in, and for what the product does automatically'),
  person: z.object({ uuid: z.string(), name: z.string() }).nullable().describe('whose account it was done to'),
  email: z.string().describe('of that account, or the address it is about, at that time'),
  address: z.string().describe('the address it came from'),
  device: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Moment = z.iso.datetime({ error: 'A moment is written like 2026-01-31T00:00:00Z.' }).max(40).optional()

export const audit = defineEndpoints({
  list: {
    call: 'GET /dashboard/audit',
    summary: 'Everything that was done, newest first',
    query: z.object({
      action: z.enum(auditActions).optional(),
      person: z
        .string()
        .max(254)
        .optional()
        .describe('words of a name or address, a whole address or a uuid: who did it, or to whom'),
      from: Moment.describe('not before'),
      until: Moment.describe('before'),
      ...pageQuery(),
    }),
    response: z.array(AuditEntry),
    auth: 'admin',
  },
})
