import type { Challenge, Passkey, Session } from '#contract/sessions.ts'
import type { CurrentUser, Profile, SignedIn } from '#contract/users.ts'
import type { Actor } from '../context.ts'
import type { PasskeyRow } from '../db/tables/passkeys.ts'
import type { UserRow } from '../db/tables/users.ts'
import type { Admitted } from './admission.ts'
import { deviceName } from './device.ts'
import type { Asked } from './passkeys.ts'
import { canSeeEmail } from './policy.ts'
import type { SessionRow } from './sessions.ts'

export function presentProfile(user: UserRow, actor: Actor | undefined): Profile {
  return {
    uuid: user.id,
    name: user.name,
    email: canSeeEmail(actor, user) ? user.email : null,
    profile_image: user.profileImage,
    bio: user.bio,
  }
}

/** Somebody as only that person sees it. */
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

export function presentSignedIn({ user, session, knownBrowser }: Admitted): SignedIn {
  return {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
    known_browser: knownBrowser,
    user: presentCurrentUser(user),
  }
}

export function presentSession(session: SessionRow, currentId: string | undefined): Session {
  return {
    id: session.id,
    current: session.id === currentId,
    method: session.method,
    device: deviceName(session.userAgent),
    address: session.address,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
  }
}

export function presentPasskey(passkey: PasskeyRow): Passkey {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  }
}

export function presentChallenge({ challengeId, options }: Asked): Challenge {
  return { challenge_id: challengeId, options: { ...options } }
}
