import type { Profile } from '#contract/users.ts'
import type { Actor } from '../context.ts'
import type { UserRow } from '../db/tables/users.ts'
import { canSeeEmail } from './policy.ts'

export function presentProfile(user: UserRow, actor: Actor | undefined): Profile {
  return {
    uuid: user.id,
    name: user.name,
    email: canSeeEmail(actor, user) ? user.email : null,
    profile_image: user.profileImage,
    bio: user.bio,
  }
}
