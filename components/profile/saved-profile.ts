import { useSyncExternalStore } from 'react'
import type { CurrentUser, Profile } from '#contract/users.ts'

let saved: Omit<Profile, 'joined_on'> | undefined
const listeners = new Set<() => void>()

/** Shows the owner's saved changes until the server sends the page again. */
export function showSaved({ uuid, name, email, show_email, profile_image, bio }: CurrentUser): void {
  saved = { uuid, name, email: show_email ? email : null, profile_image, bio }
  for (const listener of listeners) listener()
}

export function useSavedProfile(profile: Profile): Profile {
  const now = useSyncExternalStore(
    onSaved,
    () => saved,
    () => undefined,
  )
  return now?.uuid === profile.uuid ? { ...profile, ...now } : profile
}

function onSaved(callback: () => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}
