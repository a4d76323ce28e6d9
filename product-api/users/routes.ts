import { users } from '#contract/users.ts'
import type { Context } from '../context.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { presentProfile } from './present.ts'
import { readProfile } from './service.ts'

export function userRoutes(api: Api, { context }: { context: Context }): void {
  endpoint(api, users.profile, async ({ params, actor }) =>
    presentProfile(await readProfile(context, params.uuid), actor),
  )
}
