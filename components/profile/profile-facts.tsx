'use client'

import { Avatar } from '#components/ui/avatar.tsx'
import type { Profile } from '#contract/users.ts'
import { useSavedProfile } from './saved-profile.ts'

export function ProfileFacts({ profile }: { profile: Profile }) {
  const { name, email, profile_image, bio } = useSavedProfile(profile)
  return (
    <>
      <Avatar name={name} image={profile_image} size={96} />
      <h2 className="text-balance wrap-break-word font-serif text-heading font-semibold">{name}</h2>
      {bio && <p className="max-w-sentence text-pretty text-soft">{bio}</p>}
      {email && (
        <p>
          <a href={`mailto:${email}`} className="wrap-anywhere text-link underline underline-offset-2">
            {email}
          </a>
        </p>
      )}
    </>
  )
}
