import { users } from '#contract/users.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { confirmEmail, type FollowProvenEmail } from './confirm-email.ts'
import { sendConfirmation } from './send-confirmation.ts'

export function confirmEmailRoutes(api: Api, { followProvenEmail }: { followProvenEmail: FollowProvenEmail }): void {
  endpoint(api, users.sendConfirmation, async (ctx) => {
    const isSent = await sendConfirmation(ctx)
    return { message: isSent ? 'We’ve sent you a new link.' : 'Your address is already confirmed.' }
  })
  endpoint(api, users.confirmEmail, async (ctx, { body }) => {
    const email = await confirmEmail(ctx, body.token, followProvenEmail)
    return { message: `Your email address ${email} is confirmed.` }
  })
}
