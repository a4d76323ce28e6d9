import { users } from '#contract/users.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { signUp } from './sign-up.ts'

export function signUpRoutes(api: Api): void {
  endpoint(api, users.signup, async (ctx, { body }) => {
    await signUp(ctx, body)
    return { message: 'Account created successfully. Please log in.' }
  })
}
