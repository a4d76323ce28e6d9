import { users } from '#contract/users.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { confirmEmail, type OnEmailProven, sendConfirmation } from './confirm-email.ts'
import type { GoogleVerifier } from './google-verifier.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { changePassword } from './passwords/change-password.ts'
import { checkResetLink, requestPasswordReset, resetPassword } from './passwords/reset-password.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signInWithGoogle } from './sign-in/sign-in-with-google.ts'
import { signInWithPassword } from './sign-in/sign-in-with-password.ts'
import { signUp } from './sign-up/sign-up.ts'
import { presentCurrentUser, presentProfile, presentSignedIn } from './users/present.ts'
import { updateProfile } from './users/update-profile.ts'
import { countUsers, readCurrentUser, readProfile } from './users.ts'

/** The calls about accounts. `onEmailProven` lets rooms above this one update rows that they store by address. */
export function accountRoutes(
  api: Api,
  { google, onEmailProven }: { google?: GoogleVerifier | undefined; onEmailProven: OnEmailProven },
): void {
  signInRoutes(api, { google })
  signUpRoutes(api)
  sessionRoutes(api)
  userRoutes(api)
  passwordRoutes(api)
  confirmEmailRoutes(api, { onEmailProven })
  passkeyRoutes(api)
}

function signUpRoutes(api: Api): void {
  endpoint(api, users.signup, async (ctx, { body }) => {
    await signUp(ctx, body)
    return { message: 'Account created successfully. Please log in.' }
  })
}

export function signInRoutes(api: Api, { google }: { google?: GoogleVerifier | undefined }): void {
  endpoint(api, users.login, async (ctx, { body }) => presentSignedIn(await signInWithPassword(ctx, body)))
  endpoint(api, users.loginWithGoogle, async (ctx, { body }) =>
    presentSignedIn(await signInWithGoogle(ctx, google, body.credential)),
  )
}

function passwordRoutes(api: Api): void {
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

function confirmEmailRoutes(api: Api, { onEmailProven }: { onEmailProven: OnEmailProven }): void {
  endpoint(api, users.sendConfirmation, async (ctx) => {
    const isSent = await sendConfirmation(ctx)
    return { message: isSent ? 'We’ve sent you a new link.' : 'Your address is already confirmed.' }
  })
  endpoint(api, users.confirmEmail, async (ctx, { body }) => {
    const email = await confirmEmail(ctx, body.token, onEmailProven)
    return { message: `Your email address ${email} is confirmed.` }
  })
}

function userRoutes(api: Api): void {
  endpoint(api, users.current, async (ctx) => presentCurrentUser(await readCurrentUser(ctx)))
  endpoint(api, users.updateProfile, async (ctx, { body }) => presentCurrentUser(await updateProfile(ctx, body)))
  endpoint(api, users.profile, async (ctx, { params }) =>
    presentProfile(await readProfile(ctx, params.uuid), ctx.actor),
  )
  endpoint(api, users.count, async (ctx) => ({ count: await countUsers(ctx) }))
}
