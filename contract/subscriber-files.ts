import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { frequencies } from './newsletters.ts'

const flag = z.enum(['true', 'false']).optional()
const adminProblems = ['bad_request', 'unauthenticated', 'forbidden', 'unavailable'] as const

/** What an import did, or with `dry_run` would do. Every row is in exactly one of the figures. */
const ImportReport = z.object({
  dry_run: z.boolean(),
  rows: z.int().describe('lines of the file, without the first one and empty ones'),
  imported: z.int().describe('of these:'),
  confirmed: z.int().describe('get the newsletter: a column proves that they confirmed, and the caller vouched for it'),
  unconfirmed: z
    .int()
    .describe('get nothing until they confirm; no mail asks them, and after a month they are forgotten'),
  known: z.int().describe('are subscribed to the list, or asked, already'),
  ended: z.int().describe('unsubscribed here, or refused to be asked: nothing was changed'),
  suppressed: z.int().describe('newsletters go to them no more: nothing was changed'),
  not_subscribed: z.int().describe('are not subscribed by the word of the file'),
  duplicates: z.int().describe('stand further up in the file'),
  refused: z.int().describe('can’t be read, see `lines`'),
  lines: z
    .array(z.object({ line: z.int(), email: z.string().optional(), reason: z.string() }))
    .describe('what is to be looked at, the first 1,000'),
  columns: z.record(z.string(), z.string()).describe('what was read from which column of the file'),
  unused_columns: z.array(z.string()),
  stopped: z
    .object({ line: z.int(), reason: z.string() })
    .nullable()
    .describe('where the file can’t be read any further; what stands before it was read'),
})
export type ImportReport = z.infer<typeof ImportReport>

export const subscriberFiles = defineEndpoints({
  import: {
    method: 'POST',
    path: '/newsletters/subscribers/import',
    summary:
      'Subscribes the addresses of a CSV file as Mailchimp, Substack, Ghost, listmonk and this site export them; sends no mail, and the same file again changes nothing',
    takesFile: { type: 'text/csv', mostBytes: 200 * 1024 * 1024, timeMs: 15 * 60_000 },
    query: z.object({
      dry_run: flag.describe('only says what it would do'),
      category: z.string().max(64).optional().describe('the list; the product’s own where it is missing'),
      frequency: z.enum(frequencies, { error: 'Choose daily, weekly or published.' }).default('weekly'),
      vouched: flag.describe('the caller vouches that these people asked for it'),
    }),
    response: ImportReport,
    auth: 'admin',
    problems: [...adminProblems, 'too_large'],
    timeoutMs: 60 * 60_000,
  },
  export: {
    method: 'GET',
    path: '/newsletters/subscribers/export',
    summary: 'All subscribers as CSV, one line for an address',
    response: z
      .string()
      .describe('email, status, lists, frequency, confirmed_at, created_at, time_zone, ended_at, suppressed'),
    answersFile: 'text/csv',
    auth: 'admin',
    problems: adminProblems,
    timeoutMs: 60 * 60_000,
  },
})
