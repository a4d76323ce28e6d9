import { storyLimits } from '#contract/story-limits.ts'
import type { SignedInContext } from '#platform/context.ts'
import { createStory } from '../create-story.ts'
import { openForReading, type Written } from '../load-story.ts'
import { findPublicationById } from '../publications.ts'
import { canPublishUnder } from '../read/policy.ts'

/** A new draft of the caller's with the text of a story that they may edit. @throws Problem `not_found` or `forbidden`. */
export async function duplicateContent(ctx: SignedInContext, idOrSlug: string): Promise<Written> {
  const { text } = await openForReading(ctx, idOrSlug)
  const publication = text.publicationId ? await findPublicationById(ctx.db, text.publicationId) : undefined
  return createStory(ctx, {
    ...text,
    title: `Copy of ${text.title || 'a story'}`.slice(0, storyLimits.title).toWellFormed(),
    publicationId: publication && canPublishUnder(ctx.actor, publication) ? publication.id : null,
    sendNewsletter: false,
    isDraft: true,
  })
}
