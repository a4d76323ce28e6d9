import { useSyncExternalStore } from 'react'
import type { CurrentUser, Profile } from '#contract/users.ts'

let saved: Profile | undefined
const listeners = new Set<() => void>()

/** The page shows at once what its owner has saved; the next one comes from the server with it. */
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
  return now?.uuid === profile.uuid ? now : profile
}

function onSaved(callback: () => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}
