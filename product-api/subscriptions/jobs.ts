import type { JobHandlers } from '#platform/queue/handlers.ts'
import { sendConfirmationRequest } from './send-confirmation-request.ts'
import { endPublication } from './subscribing/end-publication.ts'
import { forgetUnconfirmed } from './subscribing/forget-unconfirmed.ts'
import { forgetOldSoftBounces } from './suppressions.ts'
import { welcomeSubscriber } from './welcome-subscriber.ts'

export const subscriptionJobs = {
  'ask-to-confirm': (ctx, { subscriberId }) => sendConfirmationRequest(ctx, subscriberId),
  'send-subscriber-welcome': (ctx, { subscriberId }) => welcomeSubscriber(ctx, subscriberId),
  'end-publication': (ctx, { publicationId }) => endPublication(ctx, publicationId),
  'forget-unconfirmed-subscriptions': (ctx) => forgetUnconfirmed(ctx),
  'forget-old-soft-bounces': (ctx) => forgetOldSoftBounces(ctx),
} satisfies Partial<JobHandlers>
