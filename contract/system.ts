import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

const state = z.enum(['good', 'hint', 'bad'])

/** A finding about a part of the product. */
const SystemFinding = z.object({
  code: z.string().describe('names the finding, and stays the same: `mail-unencrypted`'),
  state: state.describe('`hint`: it works, and something is worth knowing'),
  sentence: z.string(),
  advice: z.string().describe('what to do; empty only for what is good'),
})
export type SystemFinding = z.infer<typeof SystemFinding>

/** How a part of the product is. */
export const SystemCheck = z.object({
  part: z.enum([
    ...(['settings', 'files', 'database', 'mail', 'storage', 'disk'] as const),
    ...(['redis', 'cache', 'clock', 'address', 'queue', 'backups'] as const),
  ]),
  state: state.describe('that of its worst finding'),
  findings: z.array(SystemFinding).min(1).describe('the worst first'),
  facts: z.array(z.string()),
})
export type SystemCheck = z.infer<typeof SystemCheck>

export const SystemState = z.object({
  version: z.string(),
  node: z.string(),
  started_at: z.string().describe('when the process of the product API started'),
  checked_at: z.string(),
  checks: z.array(SystemCheck),
})
export type SystemState = z.infer<typeof SystemState>

/** The path below which the web answers for a check of its own address, with the id of the check behind it. */
export const addressCheckPath = '/.well-known/bytewise/'

/** A request for such an address, as it reached the web. */
export const SeenRequest = z.object({
  host: z.string().max(300).describe('its Host header'),
  forwarded_for: z.string().max(2_000).describe('its X-Forwarded-For header'),
  client: z.string().max(100).describe('the address that limits count it by'),
  trusts_proxy: z.boolean().describe('TRUST_PROXY'),
})
export type SeenRequest = z.infer<typeof SeenRequest>

export const system = defineEndpoints({
  check: {
    call: 'GET /dashboard/system',
    summary: 'How the parts of the product are doing right now; each check ends after five seconds',
    response: SystemState,
    auth: 'admin',
    timeoutMs: 10_000,
  },
  noteAddressCheck: {
    call: 'POST /system/address-checks/:id',
    summary: 'Notes that a request for the site’s own address has reached the web, in answer to a check of it',
    params: z.object({ id: z.uuid() }),
    body: SeenRequest,
    response: z.object({ noted: z.literal(true) }),
    problems: ['forbidden', 'not_found'],
    neverFromBrowser: 'Only the web knows what reached it; anyone else could make it up.',
  },
})
