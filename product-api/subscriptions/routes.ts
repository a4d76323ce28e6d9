import type { Api } from '#platform/http/api.ts'
import { subscriberFileRoutes } from './files/routes.ts'
import { subscribeRoutes } from './subscribing/routes.ts'
import { suppressionRoutes } from './suppressions/routes.ts'

/** The calls about subscriptions: subscribing, confirming, preferences, subscriber files, suppressions. */
export function subscriptionRoutes(api: Api): void {
  subscribeRoutes(api)
  suppressionRoutes(api)
  subscriberFileRoutes(api)
}
