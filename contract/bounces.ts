import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

export const bounces = defineEndpoints({
  report: {
    method: 'POST',
    path: '/newsletters/bounces',
    summary:
      'Takes a bounce or a complaint: the raw message, or JSON with `recipient` (the return path that it came to) and `message`. Signed: X-Timestamp (seconds) and X-Signature: sha256= with the HMAC-SHA256, in hex, of the timestamp, a full stop and the body',
    takesFile: { type: 'message/rfc822', mostBytes: 1024 * 1024, timeMs: 5_000 },
    response: z.object({
      result: z.enum(['recorded', 'ignored']).describe('`ignored`: no report, not ours, or known'),
    }),
    problems: ['bad_request', 'unauthenticated', 'not_found', 'too_large', 'unavailable'],
    neverFromBrowser: 'Mail servers and providers report to the product API directly.',
  },
})
