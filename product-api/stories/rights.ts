import type { Actor } from '#platform/context.ts'

type Story = { authorId: string | null; isDraft: boolean; deletedAt: Date | null }

/** A draft exists for its author and administrators only, a deleted story for administrators. */
export function canSee(actor: Actor | undefined, story: Story): boolean {
  if (story.deletedAt) return actor?.role === 'admin'
  return !story.isDraft || canEdit(actor, story)
}

export function canEdit(actor: Actor | undefined, story: Pick<Story, 'authorId'>): boolean {
  if (!actor) return false
  return actor.role === 'admin' || (story.authorId !== null && story.authorId === actor.id)
}

export function canSeeAuthorEmail(actor: Actor | undefined, author: { id: string | null; showsEmail: boolean | null }) {
  return author.showsEmail === true || canEdit(actor, { authorId: author.id })
}

/** A publication speaks through its owner. */
export function canPublishUnder(actor: Actor, publication: { ownerId: string | null }): boolean {
  return actor.role === 'admin' || publication.ownerId === actor.id
}
