import { invitations } from '#contract/invitations.ts'
import { type Challenge, type Passkey, passkeys, type Session, sessions } from '#contract/sessions.ts'
import { type CurrentUser, type Profile, type Said, type SignedIn, users } from '#contract/users.ts'
import type { Actor, Context } from '#platform/context.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { confirmEmail, type OnEmailProven, sendConfirmation } from './confirm-email.ts'
import type { GoogleVerifier } from './google-verifier.ts'
import { nameDevice } from './name-device.ts'
import { addPasskey, beginPasskey, listPasskeys, type PasskeyChallenge, removePasskey } from './passkeys/service.ts'
import { beginPasskeySignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { changePassword, checkResetLink, requestPasswordReset, resetPassword } from './passwords/set-password.ts'
import { endAllSessions, endSession, listSessions, type SessionRow, signOut } from './sessions.ts'
import type { CompletedSignIn } from './sign-in/complete-sign-in.ts'
import { signInWithGoogle } from './sign-in/sign-in-with-google.ts'
import { signInWithPassword } from './sign-in/sign-in-with-password.ts'
import { readInvitation } from './sign-up/admit-new-person.ts'
import { signUp } from './sign-up/sign-up.ts'
import { countFollowers } from './users/shown-followers.ts'
import { updateProfile } from './users/update-profile.ts'
import { countUsers, isAmongPublishers, readCurrentUser, readProfile } from './users.ts'

/** The calls about accounts. `onEmailProven` lets rooms above this one update rows that they store by address. */
export function accountRoutes(
  api: Api,
  { google, onEmailProven }: { google?: GoogleVerifier | undefined; onEmailProven: OnEmailProven },
): void {
  signInRoutes(api, { google })
  sessionRoutes(api)
  passwordRoutes(api)
  passkeyRoutes(api)
  endpoint(api, users.signup, (ctx, { body }) =>
    answerAfter(signUp(ctx, body), 'Account created successfully. Please log in.'),
  )
  endpoint(api, invitations.read, async (ctx, { params }) => {
    const { invitation, inviterName } = await readInvitation(ctx, params.token)
    return { email: invitation.email, invited_by: inviterName, expires_at: invitation.expiresAt.toISOString() }
  })
  endpoint(api, users.sendConfirmation, async (ctx) => {
    const isSent = await sendConfirmation(ctx)
    return { message: isSent ? 'We’ve sent you a new link.' : 'Your address is already confirmed.' }
  })
  endpoint(api, users.confirmEmail, async (ctx, { body }) => {
    const email = await confirmEmail(ctx, body.token, onEmailProven)
    return { message: `Your email address ${email} is confirmed.` }
  })
  endpoint(api, users.current, async (ctx) => presentCurrentUser(ctx, await readCurrentUser(ctx)))
  endpoint(api, users.updateProfile, async (ctx, { body }) => presentCurrentUser(ctx, await updateProfile(ctx, body)))
  endpoint(api, users.profile, async (ctx, { params }) => {
    const user = await readProfile(ctx, params.uuid)
    const isPrivileged = isOwnerOrAdmin(ctx.actor, user)
    const followers = isPrivileged ? await countFollowers(ctx.db, user.id) : user.shownFollowers
    return { ...presentProfile(user, ctx.actor), followers }
  })
  endpoint(api, users.count, async (ctx) => ({ count: await countUsers(ctx) }))
}

export function signInRoutes(api: Api, { google }: { google?: GoogleVerifier | undefined }): void {
  endpoint(api, users.login, async (ctx, { body }) => presentSignedIn(ctx, await signInWithPassword(ctx, body)))
  endpoint(api, users.loginWithGoogle, async (ctx, { body }) =>
    presentSignedIn(ctx, await signInWithGoogle(ctx, google, body.credential)),
  )
}

function passwordRoutes(api: Api): void {
  endpoint(api, users.forgetPassword, (ctx, { body }) =>
    answerAfter(
      requestPasswordReset(ctx, body.email),
      'Password reset link will be sent to the email if the email exists in our record.',
    ),
  )
  endpoint(api, users.resetPassword, (ctx, { body }) =>
    answerAfter(resetPassword(ctx, body), 'Password reset successful.'),
  )
  endpoint(api, users.resetLink, (ctx, { params }) =>
    answerAfter(checkResetLink(ctx, params.token), 'This link can set a new password.'),
  )
  endpoint(api, users.changePassword, (ctx, { body }) =>
    answerAfter(changePassword(ctx, body), 'Your password has been changed.'),
  )
}

/** Where a person is signed in. */
function sessionRoutes(api: Api): void {
  endpoint(api, users.logout, (ctx) => answerAfter(signOut(ctx), 'You’re logged out.'))
  endpoint(api, sessions.list, async (ctx) => {
    const own = await listSessions(ctx)
    return own.map((session) => presentSession(session, ctx.actor.sessionId))
  })
  endpoint(api, sessions.end, (ctx, { params }) => answerAfter(endSession(ctx, params.id), 'This session has ended.'))
  endpoint(api, sessions.endAll, (ctx) => answerAfter(endAllSessions(ctx), 'You’re logged out everywhere.'))
}

function presentSession(session: SessionRow, currentId: string | undefined): Session {
  return {
    id: session.id,
    current: session.id === currentId,
    method: session.method,
    device: nameDevice(session.userAgent),
    address: session.address,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
  }
}

type StoredPasskey = Awaited<ReturnType<typeof addPasskey>>

function passkeyRoutes(api: Api): void {
  endpoint(api, passkeys.list, async (ctx) => {
    const own = await listPasskeys(ctx.db, ctx.actor.id)
    return own.map(presentPasskey)
  })
  endpoint(api, passkeys.begin, async (ctx, { body }) =>
    presentChallenge(await beginPasskey(ctx, body.currentPassword)),
  )
  endpoint(api, passkeys.add, async (ctx, { body }) => {
    const { challenge_id: challengeId, response, name } = body
    return presentPasskey(await addPasskey(ctx, { challengeId, response }, name))
  })
  endpoint(api, passkeys.remove, (ctx, { params }) =>
    answerAfter(removePasskey(ctx, params.id), 'The passkey has been removed.'),
  )
  endpoint(api, passkeys.beginLogin, async (ctx) => presentChallenge(await beginPasskeySignIn(ctx)))
  endpoint(api, passkeys.login, async (ctx, { body }) => {
    const { challenge_id: challengeId, response } = body
    return presentSignedIn(ctx, await signInWithPasskey(ctx, { challengeId, response }))
  })
}

function presentPasskey(passkey: StoredPasskey): Passkey {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  }
}

function presentChallenge({ challengeId, options }: PasskeyChallenge): Challenge {
  return { challenge_id: challengeId, options: { ...options } }
}

function presentProfile(user: CompletedSignIn['user'], actor: Actor | undefined): Omit<Profile, 'followers'> {
  return {
    uuid: user.id,
    name: user.name,
    email: canSeeEmail(actor, user) ? user.email : null,
    profile_image: user.profileImage,
    bio: user.bio,
    // Only the day, for privacy.
    joined_on: user.createdAt.toISOString().slice(0, 10),
  }
}

/** The caller's own account. */
function presentCurrentUser(ctx: Context, user: CompletedSignIn['user']): CurrentUser {
  return {
    _id: user.id,
    uuid: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    profile_image: user.profileImage,
    bio: user.bio,
    show_email: user.showEmail,
    thanks_by_email: user.thanksByEmail,
    show_followers: user.shownFollowers !== null,
    monthly_figures: user.wantsMonthlyFigures,
    takes_replies: user.takesReplies,
    read_aloud: user.mayBeNarrated,
    email_proven: user.emailProvenAt !== null,
    pending_email: user.pendingEmail,
    has_password: user.passwordHash !== null,
    may_publish: isAmongPublishers(ctx.site.now.publish, user),
  }
}

function presentSignedIn(ctx: Context, { user, session, knownBrowser }: CompletedSignIn): SignedIn {
  return {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
    known_browser: knownBrowser,
    user: presentCurrentUser(ctx, user),
  }
}

type Person = { id: string; showEmail: boolean }

/** Owners and administrators see an email; others only if the owner shows it. */
function canSeeEmail(actor: Actor | undefined, person: Person): boolean {
  return person.showEmail || isOwnerOrAdmin(actor, person)
}

function isOwnerOrAdmin(actor: Actor | undefined, { id }: { id: string }): boolean {
  return actor?.role === 'admin' || actor?.id === id
}

/** Answers with a message, once the work is done. */
async function answerAfter(work: Promise<void>, message: string): Promise<Said> {
  await work
  return { message }
}
