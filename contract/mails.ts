import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

/**
 * An email that was written to a file instead of being sent. Its text stays there: it may carry a link to an account.
 */
export const OutboxMail = z.object({
  /** In the folder `outbox` of `DATA_DIR`. */
  file: z.string(),
  to: z.string(),
  subject: z.string(),
  written_at: z.string(),
})
export type OutboxMail = z.infer<typeof OutboxMail>

export const mails = defineEndpoints({
  outbox: {
    call: 'GET /mails/outbox',
    summary: 'The latest emails that were saved as files because no mail server is set, newest first',
    response: z.array(OutboxMail),
    auth: 'admin',
    problems: ['not_found'],
    neverFromBrowser: 'Only the dashboard shows it, and its page is made on the server.',
  },
})
