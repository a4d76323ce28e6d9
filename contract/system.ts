import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

/** How a part of the product is. */
export const SystemCheck = z.object({
  part: z.enum(['database', 'mail', 'storage', 'redis', 'queue', 'backups']),
  state: z.enum(['good', 'hint', 'bad']).describe('`hint`: it works, and something is worth knowing'),
  sentence: z.string(),
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

export const system = defineEndpoints({
  check: {
    call: 'GET /dashboard/system',
    summary: 'How the parts of the product are doing right now; each check ends after two seconds',
    response: SystemState,
    auth: 'admin',
  },
})
