import type { ReactNode } from 'react'
import type { Profile } from '#contract/users.ts'
import { ProfileFacts } from './profile-facts.tsx'

/** Who a person is, as far as everybody may know. */
export function ProfileDetails({ profile, actions }: { profile: Profile; actions?: ReactNode }) {
  return (
    <section aria-labelledby="profile-details" className="flex flex-col items-start gap-4">
      <h1 id="profile-details" className="text-small font-semibold text-faint">
        Profile Details
      </h1>
      <ProfileFacts profile={profile} />
      {actions}
    </section>
  )
}
