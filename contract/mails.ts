import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

/** A mail that was written to a file instead of being sent. Its text stays there: it may carry a link to an account. */
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
    method: 'GET',
    path: '/mails/outbox',
    summary: 'The latest mails that were written to files, newest first, where no mail server is set',
    response: z.array(OutboxMail),
    auth: 'admin',
    problems: ['unauthenticated', 'forbidden', 'not_found'],
    neverFromBrowser: 'Only the dashboard shows it, and its page is made on the server.',
  },
})
