import type { z } from 'zod'
import { findNameOf } from '#accounts/users.ts'
import { ownCategory, slugsOf } from '#contract/categories.ts'
import { rowOf, storyFields } from '#contract/story-fields.ts'
import type { storyWriting } from '#contract/story-writing.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { invalidField } from '#platform/problem.ts'
import { slugify } from '#story-html/slugify.ts'
import { createStory, type StoryInput } from '../create-story.ts'
import {
  canPublishUnder,
  changeStory,
  type LoadedStory,
  loadStory,
  refuseStale,
  StaleVersion,
  type Written,
  writtenOf,
} from '../load-story.ts'
import {
  findPublication,
  findPublicationById,
  type PublicationWithOwner,
  refuseForeignPublication,
  unknownPublication,
} from '../publications.ts'
import { findPageOfDraft } from '../site-texts/repository.ts'
import { applyChange, type EditedText, isSameText, optionalLine, validateFields } from './edited-text.ts'
import { publishText } from './publish-text.ts'
import { savePreviousRevision, saveText } from './save-text.ts'

type NewStory = z.output<(typeof storyWriting.create)['body']>
type StoryEdit = z.output<(typeof storyWriting.update)['body']>

/** A new story of the caller's, as a call gives it. @throws as `createStory`, and `too_many_requests`. */
export async function writeStory(ctx: SignedInContext, given: NewStory): Promise<Written> {
  await limitNewStories(ctx)
  const { title = '', content = '', isDraft = true, category, ...change } = await changeOf(ctx, given)
  const own = ownCategory(ctx.categories)
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
  const publication = await findPublicationById(ctx.db, text.publicationId)
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
  const known = slugsOf(ctx.categories)
  if (!category || known.includes(category) || (present && (await present()) === category)) return
  throw invalidField('category', `This category does not exist. Please choose one of ${known.join(', ')}.`)
}

async function publicationOf(ctx: SignedInContext, slugOrName: string | null | undefined) {
  if (slugOrName === undefined) return undefined
  if (!slugOrName?.trim()) return null
  const publication = await findPublication(ctx, slugOrName.trim())
  if (!publication) throw unknownPublication()
  return publication.id
}

/** The fields to change; an undefined field stays. */
type StoryChange = { [Field in keyof Omit<StoryInput, 'draftKey'>]?: StoryInput[Field] | undefined }

/**
 * Changes the given fields. `isDraft: false` publishes. `isDraft: true` saves: a draft itself, or the working copy of a
 * published story. Without `isDraft`, a draft is saved and a published story is published again with the change; if it
 * has a working copy, the caller must name its version.
 *
 * The slug stays unless the change names another; the old one redirects from then on.
 * @throws Problem `not_found`, `forbidden`, `bad_request` naming the field, and StaleVersion if `expectedVersion` is
 * given and the story has changed since.
 */
export async function updateStory(
  ctx: SignedInContext,
  idOrSlug: string,
  change: StoryChange,
  expectedVersion?: number,
): Promise<Written> {
  validateFields(change)
  return changeStory(ctx, idOrSlug, async (tx, open) => {
    const after = applyChange(open.text, { ...change, sendNewsletter: newsletterFlag(open, change) })
    if (isDoneAlready(open, after, change)) return writtenOf(open)
    refuseStale(open, expectedVersion)
    const publishes = isPublishing(open, change)
    if (publishes && change.isDraft === undefined && open.workingCopy && expectedVersion === undefined) {
      throw new StaleVersion(open)
    }
    if (after.publicationId !== open.story.publicationId) await refuseForeignPublication(ctx, tx, after.publicationId)
    // Without a version the caller may not have seen the text that this replaces.
    if (expectedVersion === undefined) await savePreviousRevision(tx, open, after)
    const write = publishes ? publishText : saveText
    const authorName = change.authorName === undefined ? undefined : optionalLine(change.authorName)
    return write(ctx, tx, open, after, { ...change, authorName, by: ctx.actor.id })
  })
}

/** A sent email can't be taken back: for a published story the box can only be turned on. */
function newsletterFlag({ story }: LoadedStory, { sendNewsletter }: StoryChange): boolean | undefined {
  return !story.isDraft && story.sendNewsletter ? true : sendNewsletter
}

function isPublishing({ story }: LoadedStory, { isDraft, publishAt }: StoryChange): boolean {
  if (isDraft !== undefined) return !isDraft
  // Setting or moving a schedule publishes nothing now.
  return !story.isDraft && publishAt === undefined
}

/** True for a retry after a lost answer, and for a save without a change. */
function isDoneAlready(open: LoadedStory, after: EditedText, change: StoryChange): boolean {
  const { story, workingCopy, text } = open
  const isPublic = !story.isDraft && !workingCopy
  const isThere = isPublishing(open, change) ? isPublic && !story.publishAt : true
  const isSlugThere = !change.slug || slugify(change.slug) === (workingCopy?.nextSlug ?? story.slug)
  const isPlanThere = change.publishAt === undefined || change.publishAt?.getTime() === story.publishAt?.getTime()
  const isRestThere = change.authorName === undefined && change.publishedAt === undefined
  return isThere && isSlugThere && isPlanThere && isRestThere && isSameText(text, after)
}

/** A loaded story with the names of its author and its publication, and the page of the site whose text it is. */
export type NamedStory = LoadedStory & {
  accountName: string
  publication: PublicationWithOwner | undefined
  sitePage: string | undefined
}

/** @throws Problem `not_found` or `forbidden`. */
export async function readWorkingCopy(ctx: SignedInContext, idOrSlug: string): Promise<NamedStory> {
  return withNames(ctx.db, await loadStory(ctx, idOrSlug))
}

export async function withNames(db: Db, open: LoadedStory): Promise<NamedStory> {
  const publication = await findPublicationById(db, open.text.publicationId)
  // Only administrators see it, and it has no author: for most stories nothing is asked.
  const sitePage = open.story.authorId === null ? await findPageOfDraft(db, open.story.id) : undefined
  return { ...open, publication, sitePage, accountName: await findNameOf(db, open.story.authorId) }
}
