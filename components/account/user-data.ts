import { useSyncExternalStore } from 'react'
import { isImageAddress } from '#contract/image-address.ts'
import type { CurrentUser } from '#contract/users.ts'

/** The data that the navigation bar paints first; the browser stores nothing else about a person. */
export type StoredUser = Pick<CurrentUser, 'name' | 'role' | 'uuid' | 'profile_image'>
export type UserState = { isLoggedIn: boolean; currentUser: StoredUser | null }
export type UserAction =
  | { type: 'SET_USER'; user: StoredUser }
  | { type: 'UPDATE_USER'; user: Partial<StoredUser> }
  | { type: 'LOGOUT_USER' }

const key = 'userData'
const nobody: UserState = { isLoggedIn: false, currentUser: null }
const listeners = new Set<() => void>()
let state: UserState | undefined
/** The server could not read the session: this page counts as signed out for as long as it is shown. */
let isUnreadable = false

export function userReducer(before: UserState, action: UserAction): UserState {
  if (action.type === 'LOGOUT_USER') return nobody
  if (action.type === 'SET_USER') return { isLoggedIn: true, currentUser: storable(action.user) }
  const { currentUser } = before
  return currentUser ? { ...before, currentUser: storable({ ...currentUser, ...action.user }) } : before
}

/** The state in this browser, initialised from storage. */
export function userState(): UserState {
  state ??= restored()
  return state
}

export function changeUser(action: UserAction): void {
  state = userReducer(userState(), action)
  try {
    if (state.currentUser) localStorage.setItem(key, JSON.stringify(state.currentUser))
    else localStorage.removeItem(key)
    localStorage.removeItem('token')
  } catch {
    // Storage is blocked: the state lasts for this page only.
  }
  // The server has taken the session's cookie; without the hint no page asks after it again.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than some browsers that are in use
  if (action.type === 'LOGOUT_USER') document.cookie = 'signed_in=; Path=/; Max-Age=0'
  notify()
}

/** The stored data and the session itself stay for a page whose server can read it. */
export function forgetForNow(): void {
  isUnreadable = true
  state = nobody
  notify()
}

/** Something about the session has changed: it may be one that can be read. */
export function hopeAgain(): void {
  isUnreadable = false
}

/** Whether asking who is signed in can have an answer: the server sets the hint beside the session's cookie. */
export function hasSessionHint(): boolean {
  return !isUnreadable && /(?:^|;\s*)signed_in=1(?:;|$)/.test(document.cookie)
}

export function useUserState(): UserState {
  return useSyncExternalStore(onUserChange, userState, () => nobody)
}

/** `unknown` in the server's HTML, which is the same for everyone; `data-session` on the root tells CSS more. */
export function useSession(): 'unknown' | 'in' | 'out' {
  return useSyncExternalStore(
    onUserChange,
    () => (hasSessionHint() ? 'in' : 'out'),
    () => 'unknown',
  )
}

/** Calls back on a login or logout, here or in another tab, or when the page comes back from the browser's cache. */
function onUserChange(callback: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', restore)
    addEventListener('pageshow', restore)
  }
  listeners.add(callback)
  return () => {
    listeners.delete(callback)
    if (listeners.size > 0) return
    removeEventListener('storage', restore)
    removeEventListener('pageshow', restore)
  }
}

function restore(event: StorageEvent | PageTransitionEvent): void {
  const isOurs = event instanceof StorageEvent ? event.key === key || event.key === null : event.persisted
  if (!isOurs) return
  isUnreadable = false
  state = restored()
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function restored(): UserState {
  try {
    const user: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const isUser = typeof user === 'object' && user !== null && 'uuid' in user && typeof user.uuid === 'string'
    return isUser ? { isLoggedIn: true, currentUser: storable(user as StoredUser) } : nobody
  } catch {
    return nobody
  }
}

function storable({ name, role, uuid, profile_image }: StoredUser): StoredUser {
  return { name, role, uuid, profile_image: profile_image && isImageAddress(profile_image) ? profile_image : null }
}
