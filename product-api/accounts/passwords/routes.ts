import { users } from '#contract/users.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { changePassword } from './change-password.ts'
import { checkResetLink, requestPasswordReset, resetPassword } from './reset-password.ts'

export function passwordRoutes(api: Api): void {
  endpoint(api, users.forgetPassword, async (ctx, { body }) => {
    await requestPasswordReset(ctx, body.email)
    return { message: 'Password reset link will be sent to the email if the email exists in our record.' }
  })
  endpoint(api, users.resetPassword, async (ctx, { body }) => {
    await resetPassword(ctx, body)
    return { message: 'Password reset successful.' }
  })
  endpoint(api, users.resetLink, async (ctx, { params }) => {
    await checkResetLink(ctx, params.token)
    return { message: 'This link can set a new password.' }
  })
  endpoint(api, users.changePassword, async (ctx, { body }) => {
    await changePassword(ctx, body)
    return { message: 'Your password has been changed.' }
  })
}
