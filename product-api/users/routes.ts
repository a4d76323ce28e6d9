import { users } from '#contract/users.ts'
import type { Context } from '../context.ts'
import type { Api } from '../http/api.ts'
import { type Call, endpoint } from '../http/endpoint.ts'
import { confirmEmail, sendConfirmation } from './email-proof.ts'
import type { GoogleVerifier } from './google.ts'
import { signInWithGoogle } from './google-sign-in.ts'
import { changePassword } from './password-change.ts'
import { askForReset, resetPassword } from './password-reset.ts'
import { presentCurrentUser, presentProfile, presentSignedIn } from './present.ts'
import { readCurrentUser, updateProfile } from './profile.ts'
import { countUsers, readProfile } from './service.ts'
import { signOut } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

type Deps = { context: Context; google?: GoogleVerifier }

/** Accounts: how one gets in, and what one may change of one's own. */
export function userRoutes(api: Api, { context, google }: Deps): void {
  const of = <C extends Pick<Call, 'actor' | 'caller'>>({ actor, caller }: C) => ({
    ...context,
    caller,
    actor: actor as C['actor'],
  })

  endpoint(api, users.login, async (call) => presentSignedIn(await signIn(of(call), call.body)))
  endpoint(api, users.loginWithGoogle, async (call) =>
    presentSignedIn(await signInWithGoogle(of(call), google, call.body.credential)),
  )
  endpoint(api, users.signup, async (call) => {
    await signUp(of(call), call.body)
    return { message: 'Account created successfully. Please log in.' }
  })
  endpoint(api, users.current, async (call) => presentCurrentUser(await readCurrentUser(of(call))))
  endpoint(api, users.logout, async (call) => {
    await signOut(of(call))
    return { message: 'You are logged out.' }
  })
  endpoint(api, users.updateProfile, async (call) => presentCurrentUser(await updateProfile(of(call), call.body)))
  endpoint(api, users.forgetPassword, async (call) => {
    await askForReset(of(call), call.body.email)
    return { message: 'Password reset link will be sent to the email if the email exists in our record.' }
  })
  endpoint(api, users.resetPassword, async (call) => {
    await resetPassword(of(call), call.body)
    return { message: 'Password reset successful.' }
  })
  endpoint(api, users.changePassword, async (call) => {
    await changePassword(of(call), call.body)
    return { message: 'Your password is changed.' }
  })
  endpoint(api, users.sendConfirmation, async (call) => {
    const isSent = await sendConfirmation(of(call))
    return { message: isSent ? 'We have sent you a new link.' : 'Your address is confirmed already.' }
  })
  endpoint(api, users.confirmEmail, async (call) => {
    const email = await confirmEmail(of(call), call.body.token)
    return { message: `Your e-mail address ${email} is confirmed.` }
  })
  endpoint(api, users.profile, async ({ params, actor }) =>
    presentProfile(await readProfile(context, params.uuid), actor),
  )
  endpoint(api, users.count, async () => ({ count: await countUsers(context) }))
}
