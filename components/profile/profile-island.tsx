'use client'

import { useCurrentUser } from '#components/account/use-current-user.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { countOrNone } from '#components/ui/count-of.ts'
import { FailureText } from '#components/ui/failure-text.tsx'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { FollowAuthor } from './follow-author.tsx'

/** The height of anything that loads here, so that the stories below don't move. */
const place = 'min-h-11'

/** The reader's actions on the profile. The page itself is the same for everyone. */
export function ProfileIsland({ profile }: { profile: Profile }) {
  const viewer = useCurrentUser()
  if (viewer.status === 'in') {
    const { uuid, role, email, show_email, show_followers } = viewer.user
    if (uuid === profile.uuid) {
      return (
        <>
          {show_email ? (
            <p className={`${place} text-small text-faint`}>Everyone can see your email address.</p>
          ) : (
            <HiddenAddress email={email} whoSees="Only you can see your email address here." />
          )}
          {show_followers ? (
            <p className={`${place} text-small text-faint`}>Everyone can see how many people follow you.</p>
          ) : (
            <OwnFollowers uuid={uuid} />
          )}
        </>
      )
    }
    return (
      <>
        {role === 'admin' && !profile.email && <AddressForAdmins uuid={profile.uuid} />}
        <FollowAuthor author={profile} userEmail={email} />
      </>
    )
  }
  if (viewer.status === 'failed') return <FailureText>Error fetching user data</FailureText>
  const login = (
    <a
      href={paths.login(paths.profile(profile.uuid))}
      className={`${buttonStyle.secondary} h-auto min-h-11 py-2 wrap-anywhere`}
    >
      Log in to follow {profile.name}
    </a>
  )
  if (viewer.status === 'out') return <p className={`flex ${place} items-center`}>{login}</p>
  return (
    <>
      {viewer.status === 'unknown' && (
        <p className={`flex ${place} items-center in-data-[session=in]:hidden`}>{login}</p>
      )}
      <p
        className={`${place} items-center text-faint ${viewer.status === 'unknown' ? 'hidden in-data-[session=in]:flex' : 'flex'}`}
      >
        Loading…
      </p>
      {/* The second of the two lines on one's own profile. */}
      <p className={`only-own ${place}`} />
    </>
  )
}

function OwnFollowers({ uuid }: { uuid: string }) {
  const { data } = useCall('GET /users/profile/:uuid', { params: { uuid } })
  return (
    <p className={`${place} text-soft`}>
      {typeof data?.followers === 'number' && (
        <>
          {countOrNone(data.followers, 'follower')}
          <span className="block text-small text-faint">Only you can see how many people follow you.</span>
        </>
      )}
    </p>
  )
}

function AddressForAdmins({ uuid }: { uuid: string }) {
  const { data } = useCall('GET /users/profile/:uuid', { params: { uuid } })
  return data?.email && <HiddenAddress email={data.email} whoSees="Only administrators see this address." />
}

function HiddenAddress({ email, whoSees }: { email: string; whoSees: string }) {
  return (
    <p className={`${place} wrap-anywhere text-soft`}>
      {email}
      <span className="block text-small text-faint">{whoSees}</span>
    </p>
  )
}
