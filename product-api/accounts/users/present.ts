import type { CurrentUser, Profile, SignedIn } from '#contract/users.ts'
import type { Actor } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import type { CompletedSignIn } from '../sign-in/complete-sign-in.ts'

export function presentProfile(user: UserRow, actor: Actor | undefined): Profile {
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
export function presentCurrentUser(user: UserRow): CurrentUser {
  return {
    _id: user.id,
    uuid: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    profile_image: user.profileImage,
    bio: user.bio,
    show_email: user.showEmail,
    email_proven: user.emailProvenAt !== null,
    pending_email: user.pendingEmail,
    has_password: user.passwordHash !== null,
  }
}

export function presentSignedIn({ user, session, knownBrowser }: CompletedSignIn): SignedIn {
  return {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
    known_browser: knownBrowser,
    user: presentCurrentUser(user),
  }
}

type Person = { id: string; showEmail: boolean }

/** Owners and administrators see an email; others only if the owner shows it. */
function canSeeEmail(actor: Actor | undefined, person: Person): boolean {
  return person.showEmail || actor?.role === 'admin' || actor?.id === person.id
}
