import type { JobHandlers } from '../queue/handlers.ts'
import { forgetOldEvents } from './service.ts'

export const auditJobs = {
  'forget-old-audit-events': (ctx) => forgetOldEvents(ctx),
} satisfies Partial<JobHandlers>
