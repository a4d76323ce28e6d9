import type { JobHandlers } from '../queue/handlers.ts'
import { forgetUnconfirmed } from './forget-unconfirmed.ts'
import { sendConfirmationRequest } from './send-confirmation-request.ts'
import { welcomeSubscriber } from './welcome-subscriber.ts'

export const newsletterJobs = {
  'ask-to-confirm': (ctx, { subscriberId }) => sendConfirmationRequest(ctx, subscriberId),
  'send-subscriber-welcome': (ctx, { subscriberId }) => welcomeSubscriber(ctx, subscriberId),
  'forget-unconfirmed-subscriptions': (ctx) => forgetUnconfirmed(ctx),
} satisfies Partial<JobHandlers>
