import type { JobHandlers } from '../queue/handlers.ts'
import { sendQuestion } from './asking.ts'

export const newsletterJobs: JobHandlers = {
  'ask-to-confirm': (ctx, { subscriberId }) => sendQuestion(ctx, subscriberId),
}
