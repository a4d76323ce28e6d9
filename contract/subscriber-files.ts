import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { chooseFrequency, frequencies } from './frequencies.ts'
import { ProblemBody } from './problems.ts'

const flag = z.enum(['true', 'false']).optional()

/** The result of an import, or with `dry_run` its forecast. Every row is counted in exactly one figure. */
const ImportReport = z.object({
  dry_run: z.boolean(),
  rows: z.int().describe('lines of the file, without the first one and empty ones'),
  imported: z.int().describe('of these:'),
  confirmed: z.int().describe('get the newsletter: a column proves that they confirmed, and the caller vouched for it'),
  unconfirmed: z
    .int()
    .describe('get nothing until they confirm; no email asks them, and they are deleted after a month'),
  known: z.int().describe('are already subscribed to the list, or have been asked'),
  ended: z.int().describe('unsubscribed here, or refused to be asked: not changed'),
  suppressed: z.int().describe('suppressed, so they get no newsletters: not changed'),
  not_subscribed: z.int().describe('are not subscribed, according to the file'),
  duplicates: z.int().describe('appear earlier in the file'),
  refused: z.int().describe('can’t be read, see `lines`'),
  lines: z
    .array(z.object({ line: z.int(), email: z.string().optional(), reason: z.string() }))
    .describe('lines to look at, the first 1,000'),
  columns: z.record(z.string(), z.string()).describe('which column was read as what'),
  unused_columns: z.array(z.string()),
  stopped: z
    .object({ line: z.int(), reason: z.string() })
    .nullable()
    .describe('the line from which the file can’t be read; everything before it was read'),
})
export type ImportReport = z.infer<typeof ImportReport>

/**
 * The events while a file is imported. `progress`: how many lines are done, and which share of the file that is, from 0 to 1.
 * `problem`: everything before it was imported; the same file again does the rest.
 */
export const ImportEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), rows: z.int(), share: z.number() }),
  z.object({ kind: z.literal('end'), report: ImportReport }),
  z.object({ kind: z.literal('problem'), problem: ProblemBody }),
])
export type ImportEvent = z.infer<typeof ImportEvent>

export const subscriberFiles = defineEndpoints({
  import: {
    call: 'POST /newsletters/subscribers/import',
    summary:
      'Subscribes the addresses of a CSV file as Mailchimp, Substack, Ghost, listmonk and this site export them; sends no emails, and importing the same file again changes nothing; `text/event-stream` shows how far it is',
    takesFile: { type: 'text/csv', mostBytes: 200 * 1024 * 1024, timeMs: 15 * 60_000 },
    query: z.object({
      dry_run: flag.describe('only reports what it would do'),
      category: z.string().max(64).optional().describe('the list; the product’s own by default'),
      frequency: z
        .enum(frequencies, { error: chooseFrequency(frequencies) })
        .optional()
        .describe('the site’s usual one by default'),
      vouched: flag.describe('the caller confirms that these people asked for it'),
    }),
    response: ImportReport,
    events: ImportEvent,
    auth: 'admin',
    problems: ['unavailable', 'too_large'],
    timeoutMs: 60 * 60_000,
  },
  export: {
    call: 'GET /newsletters/subscribers/export',
    summary: 'All subscribers as CSV, one line for an address',
    response: z
      .string()
      .describe('email, status, lists, frequency, confirmed_at, created_at, time_zone, ended_at, suppressed'),
    answersFile: 'text/csv',
    auth: 'admin',
    problems: ['unavailable'],
    timeoutMs: 60 * 60_000,
  },
})
