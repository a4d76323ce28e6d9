import type { JobHandlers } from '../queue/handlers.ts'
import { forgetOldSoftBounces } from './service.ts'

export const suppressionJobs = {
  'forget-old-soft-bounces': (ctx) => forgetOldSoftBounces(ctx),
} satisfies Partial<JobHandlers>
