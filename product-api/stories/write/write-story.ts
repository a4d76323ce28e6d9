import type { z } from 'zod'
import { knownCategories, productCategory } from '#contract/categories.ts'
import { rowOf, storyFields } from '#contract/story-fields.ts'
import type { storyWriting } from '#contract/story-writing.ts'
import type { SignedInContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { createStory } from '../create-story.ts'
import { loadStory, type Written } from '../load-story.ts'
import { findPublication, findPublicationById } from '../publications.ts'
import { canPublishUnder } from '../rights.ts'
import { type StoryChange, updateStory } from './edit-story.ts'

type NewStory = z.output<(typeof storyWriting.create)['body']>
type StoryEdit = z.output<(typeof storyWriting.update)['body']>

/** A new story of the caller's, as a call gives it. @throws as `createStory`, and `too_many_requests`. */
export async function writeStory(ctx: SignedInContext, given: NewStory): Promise<Written> {
  await limitNewStories(ctx)
  const { title = '', content = '', isDraft = true, category, ...change } = await changeOf(ctx, given)
  const own = productCategory(ctx.productName)
  const story = { title, content, isDraft, category: category || own, draftKey: given.draft_key }
  return createStory(ctx, { ...change, ...story })
}

/** Changes a story as a call asks for it. @throws as `updateStory`, and `too_many_requests`. */
export async function editStory(
  ctx: SignedInContext,
  idOrSlug: string,
  given: StoryEdit,
  expectedVersion: number | undefined,
): Promise<Written> {
  await limitStorySaves(ctx)
  const change = await changeOf(ctx, given, async () => (await loadStory(ctx, idOrSlug)).text.category)
  return updateStory(ctx, idOrSlug, change, expectedVersion)
}

/** A new draft of the caller's with the text of a story that they may edit. @throws Problem `not_found` or `forbidden`. */
export async function duplicateStory(ctx: SignedInContext, idOrSlug: string): Promise<Written> {
  await limitNewStories(ctx)
  const { text } = await loadStory(ctx, idOrSlug)
  const publication = text.publicationId ? await findPublicationById(ctx.db, text.publicationId) : undefined
  return createStory(ctx, {
    ...text,
    title: `Copy of ${text.title || 'a story'}`.slice(0, storyFields.title.most).toWellFormed(),
    publicationId: publication && canPublishUnder(ctx.actor, publication) ? publication.id : null,
    sendNewsletter: false,
    isDraft: true,
  })
}

function limitNewStories({ limits, actor }: SignedInContext): Promise<void> {
  return limits.take('newStory', actor.id, 'You’ve started 60 stories in the last hour.')
}

/** Limits writes of a story's text, because each may store a revision. @throws Problem `too_many_requests`. */
export function limitStorySaves({ limits, actor }: SignedInContext): Promise<void> {
  return limits.take('storySave', actor.id, 'You’ve saved 3,000 times in the last hour.')
}

async function changeOf(ctx: SignedInContext, given: StoryEdit, present?: () => Promise<string>): Promise<StoryChange> {
  const { publish_at: publishAt } = given
  await refuseUnknownCategory(ctx, given.category, present)
  return {
    ...rowOf(given),
    category: given.category || undefined,
    storyImage: given.story_image === undefined ? given.articleImage : given.story_image,
    publicationId: await publicationOf(ctx, given.publication),
    isDraft: given.isDraft,
    sendNewsletter: given.sendNewsletter,
    slug: given.slug || undefined,
    publishAt: publishAt == null ? publishAt : new Date(publishAt),
  }
}

/** Accepts the category that the story has, even if it is no longer in the list. */
async function refuseUnknownCategory(
  ctx: SignedInContext,
  category: string | undefined,
  present?: () => Promise<string>,
): Promise<void> {
  const known = knownCategories(ctx.productName)
  if (!category || known.includes(category) || (present && (await present()) === category)) return
  const fault = `This category does not exist. Please choose one of ${known.join(', ')}.`
  throw new Problem('bad_request', { detail: fault, fields: { category: fault } })
}

async function publicationOf(ctx: SignedInContext, slugOrName: string | null | undefined) {
  if (slugOrName === undefined) return undefined
  if (!slugOrName?.trim()) return null
  const publication = await findPublication(ctx, slugOrName.trim())
  const fault = 'We can’t find this publication.'
  if (!publication) throw new Problem('bad_request', { detail: fault, fields: { publication: fault } })
  return publication.id
}
