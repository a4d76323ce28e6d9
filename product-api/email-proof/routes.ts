import { users } from '#contract/users.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { confirmEmail } from './confirm-email.ts'
import { sendConfirmation } from './send-confirmation.ts'

export function emailProofRoutes(api: Api): void {
  endpoint(api, users.sendConfirmation, async (ctx) => {
    const isSent = await sendConfirmation(ctx)
    return { message: isSent ? 'We’ve sent you a new link.' : 'Your address is already confirmed.' }
  })
  endpoint(api, users.confirmEmail, async (ctx, { body }) => {
    const email = await confirmEmail(ctx, body.token)
    return { message: `Your email address ${email} is confirmed.` }
  })
}
