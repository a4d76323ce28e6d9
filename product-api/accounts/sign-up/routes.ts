import { users } from '#contract/users.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { signUp } from './sign-up.ts'

export function signUpRoutes(api: Api): void {
  endpoint(api, users.signup, async (ctx, { body }) => {
    await signUp(ctx, body)
    return { message: 'Account created successfully. Please log in.' }
  })
}
