import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import type { Profile } from '#contract/users.ts'

/** Who a person is, as far as everybody may know. */
export function ProfileDetails({ profile, actions }: { profile: Profile; actions?: ReactNode }) {
  return (
    <section aria-labelledby="profile-details" className="flex flex-col items-start gap-4">
      <h1 id="profile-details" className="text-small font-semibold text-faint">
        Profile Details
      </h1>
      <Avatar name={profile.name} image={profile.profile_image} size={96} />
      <h2 className="text-balance wrap-break-word font-serif text-heading font-semibold">{profile.name}</h2>
      {profile.bio && <p className="max-w-sentence text-pretty text-soft">{profile.bio}</p>}
      {profile.email && (
        <p>
          <a href={`mailto:${profile.email}`} className="wrap-anywhere text-link underline underline-offset-2">
            {profile.email}
          </a>
        </p>
      )}
      {actions}
    </section>
  )
}
