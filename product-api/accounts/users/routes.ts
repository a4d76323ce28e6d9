import { users } from '#contract/users.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { countUsers, readCurrentUser, readProfile } from '../users.ts'
import { presentCurrentUser, presentProfile } from './present.ts'
import { updateProfile } from './update-profile.ts'

export function userRoutes(api: Api): void {
  endpoint(api, users.current, async (ctx) => presentCurrentUser(await readCurrentUser(ctx)))
  endpoint(api, users.updateProfile, async (ctx, { body }) => presentCurrentUser(await updateProfile(ctx, body)))
  endpoint(api, users.profile, async (ctx, { params }) =>
    presentProfile(await readProfile(ctx, params.uuid), ctx.actor),
  )
  endpoint(api, users.count, async (ctx) => ({ count: await countUsers(ctx) }))
}
