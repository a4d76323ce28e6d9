import type { Actor } from '#platform/context.ts'

/** Only the reader and administrators may see what a reader has saved. */
export function canSeeBookmarksOf(actor: Actor, userId: string): boolean {
  return actor.role === 'admin' || actor.id === userId.toLowerCase()
}
