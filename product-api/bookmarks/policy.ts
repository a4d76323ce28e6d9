import type { Actor } from '../context.ts'

/** What somebody has saved is theirs to know; administrators may look. */
export function canSeeBookmarksOf(actor: Actor, userId: string): boolean {
  return actor.role === 'admin' || actor.id === userId.toLowerCase()
}
