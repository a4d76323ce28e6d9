import type { Actor } from '#platform/context.ts'

export function canEditPublication(actor: Actor, publication: { ownerId: string | null }): boolean {
  return actor.role === 'admin' || publication.ownerId === actor.id
}
