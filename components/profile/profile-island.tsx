'use client'

import { useCurrentUser } from '#components/account/use-current-user.ts'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { FollowAuthor } from './follow-author.tsx'

/** What whoever looks at a profile can do there; the page itself is the same for everybody. */
export function ProfileIsland({ profile }: { profile: Profile }) {
  const viewer = useCurrentUser()
  if (viewer.status === 'in') {
    const { uuid, role, email, show_email } = viewer.user
    if (uuid === profile.uuid) {
      return show_email ? null : <HiddenAddress email={email} whoSees="Only you see your address here." />
    }
    return (
      <>
        {role === 'admin' && !profile.email && <AddressForAdmins uuid={profile.uuid} />}
        <FollowAuthor author={profile} userEmail={email} />
      </>
    )
  }
  if (viewer.status === 'failed') {
    return (
      <p role="alert" className="text-small text-danger">
        Error fetching user data
      </p>
    )
  }
  const login = (
    <a href={paths.login(paths.profile(profile.uuid))} className="text-link underline underline-offset-2">
      Log in to follow {profile.name}
    </a>
  )
  if (viewer.status === 'out') return <p className="flex min-h-11 items-center">{login}</p>
  return (
    <>
      {viewer.status === 'unknown' && <p className="flex min-h-11 items-center in-data-[session=in]:hidden">{login}</p>}
      <p
        className={`min-h-11 items-center text-faint ${viewer.status === 'unknown' ? 'hidden in-data-[session=in]:flex' : 'flex'}`}
      >
        Loading…
      </p>
    </>
  )
}

function AddressForAdmins({ uuid }: { uuid: string }) {
  const { data } = useCall('GET /users/profile/:uuid', { params: { uuid } })
  return data?.email && <HiddenAddress email={data.email} whoSees="Only administrators see this address." />
}

function HiddenAddress({ email, whoSees }: { email: string; whoSees: string }) {
  return (
    <p className="wrap-anywhere text-soft">
      {email}
      <span className="block text-small text-faint">{whoSees}</span>
    </p>
  )
}
