import type { JobHandlers } from '../queue/handlers.ts'
import { forgetOldReads, moveReadWindows } from './service.ts'

export const readJobs = {
  'move-read-windows': (ctx) => moveReadWindows(ctx),
  'forget-old-reads': (ctx) => forgetOldReads(ctx),
} satisfies Partial<JobHandlers>
