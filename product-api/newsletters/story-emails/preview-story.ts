import type { StoryEmail } from '#contract/mailings.ts'
import type { SignedInContext } from '#platform/context.ts'
import { readStoryToMail } from '#stories/newsletter-stories.ts'
import { authorOf, previewEdition, senderOf } from '../delivery/compose-edition.ts'

/**
 * The email about a story as it would go to the subscribers of its category: of a public story the text that readers
 * see, of a draft the draft. Nothing is sent. @throws Problem `not_found` or `forbidden`.
 */
export async function previewStory(ctx: SignedInContext, idOrSlug: string): Promise<StoryEmail> {
  const { story, text } = await readStoryToMail(ctx, idOrSlug)
  const { productName, newsletters } = ctx
  const send = { kind: 'story', category: null, frequency: null, env: 'prod' } as const
  const reason = { uuid: '', category: story.category, publicationName: null, authorName: null }
  const edition = { send, stories: [story], text, now: ctx.now() }
  const { name } = senderOf(newsletters.from, authorOf(story), productName)
  return { from: name, ...previewEdition(ctx, edition, reason) }
}
