import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { pageQuery } from './input.ts'
import { EmailAddress } from './person.ts'
import { Said } from './users.ts'

const suppressionReasons = ['hard_bounce', 'soft_bounces', 'complaint', 'manual'] as const

/**
 * An address that gets no newsletters, whatever it is subscribed to. It still gets other emails, such as a password
 * reset.
 */
export const Suppression = z.object({
  email: z.string(),
  reason: z
    .enum(suppressionReasons)
    .describe('`soft_bounces`: bounced on five days within thirty; `manual`: entered by an administrator'),
  detail: z.string().default('').describe('what the mail server, the report or the administrator said'),
  created_at: z.string(),
})
export type Suppression = z.infer<typeof Suppression>

export const suppressions = defineEndpoints({
  list: {
    call: 'GET /newsletters/suppressions',
    summary: 'Addresses that get no newsletters, newest first',
    query: z.object({
      ...pageQuery(),
      q: z.string().max(254).optional().describe('how the address begins'),
    }),
    response: z.array(Suppression),
    auth: 'admin',
  },
  add: {
    call: 'POST /newsletters/suppressions',
    summary: 'Stops newsletters to an address',
    body: z.object({
      email: EmailAddress,
      detail: z.string().trim().max(300, 'A note has at most 300 characters.').optional(),
    }),
    response: Suppression,
    auth: 'admin',
  },
  remove: {
    call: 'DELETE /newsletters/suppressions',
    summary: 'Allows newsletters to an address again',
    body: z.object({
      email: z.string({ error: 'Please enter an address.' }).min(1, 'Please enter an address.').max(320),
    }),
    response: Said,
    auth: 'admin',
    problems: ['not_found'],
  },
})

export const bounces = defineEndpoints({
  report: {
    call: 'POST /newsletters/bounces',
    summary:
      'Takes a bounce or a complaint: the raw message, or JSON with `recipient` (the return path that it came to) and `message`. Signed: X-Timestamp (seconds) and X-Signature: sha256= with the HMAC-SHA256, in hex, of the timestamp, a full stop and the body',
    takesFile: { type: 'message/rfc822', mostBytes: 1024 * 1024, timeMs: 5_000 },
    response: z.object({
      result: z.enum(['recorded', 'ignored']).describe('`ignored`: no report, not ours, or known'),
    }),
    problems: ['unauthenticated', 'not_found', 'too_large', 'unavailable'],
    neverFromBrowser: 'Mail servers and providers report to the product API directly.',
  },
})
