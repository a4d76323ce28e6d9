import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { ProfileFacts } from './profile-facts.tsx'

type Props = {
  profile: Profile
  /** The publications of the person's stories. */
  publications?: readonly { name: string; slug: string }[]
  actions?: ReactNode
}

/** A person's public details. */
export function ProfileDetails({ profile, publications = [], actions }: Props) {
  return (
    <section aria-label="Profile Details">
      <ProfileFacts profile={profile}>
        {publications.length > 0 && (
          <p className="text-ui text-soft">
            Writes for{' '}
            {publications.map(({ name, slug }, index) => (
              <span key={slug}>
                {index > 0 && (index === publications.length - 1 ? ' and ' : ', ')}
                <a href={paths.publication(slug)} className="wrap-anywhere text-link underline underline-offset-2">
                  {name}
                </a>
              </span>
            ))}
          </p>
        )}
        {actions}
      </ProfileFacts>
    </section>
  )
}
