import { newsletters } from '#contract/newsletters.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import * as preferences from './service.ts'

export function preferenceRoutes(api: Api): void {
  endpoint(api, newsletters.preferences, (ctx, { params }) => preferences.readPreferences(ctx, params.uuid))
  endpoint(api, newsletters.changePreferences, (ctx, { params, body }) =>
    preferences.changePreferences(ctx, params.uuid, body),
  )
  endpoint(api, newsletters.giveReason, async (ctx, { params, body }) => {
    await preferences.giveReason(ctx, params.uuid, body.reason)
    return { message: 'Thank you for telling us.' }
  })
  endpoint(api, newsletters.undoEnd, (ctx, { params }) => preferences.undoEnd(ctx, params.uuid))
}
