'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { countOrNone } from '#components/ui/count-of.ts'
import type { CurrentUser, Profile } from '#contract/users.ts'

/** Name, picture, bio and email. They change on the page as soon as their owner saves them. */
export function ProfileFacts({ profile, children }: { profile: Profile; children?: ReactNode }) {
  const { name, email, profile_image, bio, followers } = useSavedProfile(profile)
  return (
    <div className="flex flex-col gap-x-8 gap-y-5 md:flex-row">
      <Avatar key={profile_image} name={name} image={profile_image} size={96} />
      <div className="flex min-w-0 flex-col items-start gap-3">
        <h1 className="flex flex-col gap-1 font-semibold">
          <span className="text-small text-faint">Profile Details</span>{' '}
          <span className="text-balance wrap-anywhere font-serif text-heading md:text-title">{name}</span>
        </h1>
        {bio && (
          <p className="max-w-sentence whitespace-pre-line text-pretty wrap-break-word font-serif text-text text-soft">
            {bio}
          </p>
        )}
        {followers !== null && <p className="text-ui text-soft">{countOrNone(followers, 'follower')}</p>}
        {email && (
          <a href={`mailto:${email}`} className="wrap-anywhere text-ui text-link underline underline-offset-2">
            {email}
          </a>
        )}
        {children}
      </div>
    </div>
  )
}

let saved: (Omit<Profile, 'joined_on' | 'followers'> & { showsFollowers: boolean }) | undefined
const listeners = new Set<() => void>()

/** Shows the owner's saved changes until the server sends the page again. */
export function showSaved({ uuid, name, email, show_email, show_followers, profile_image, bio }: CurrentUser): void {
  saved = { uuid, name, email: show_email ? email : null, profile_image, bio, showsFollowers: show_followers }
  for (const listener of listeners) listener()
}

function useSavedProfile(profile: Profile): Profile {
  const now = useSyncExternalStore(
    onSaved,
    () => saved,
    () => undefined,
  )
  if (now?.uuid !== profile.uuid) return profile
  const { showsFollowers, ...own } = now
  return { ...profile, ...own, followers: showsFollowers ? profile.followers : null }
}

function onSaved(callback: () => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}
