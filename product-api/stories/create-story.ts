import { asc, sql } from 'drizzle-orm'
import { findUserForUpdate } from '#accounts/users.ts'
import type { StoryField, StoryRowText } from '#contract/story-fields.ts'
import { noteUploadUses } from '#files/uploads.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { contents } from '#platform/db/tables/stories.ts'
import { type Written, withWorkingCopy, writeStoryOnce, writtenOf } from './load-story.ts'
import { requestMailing } from './mailings.ts'
import { findPublicationForShare } from './publications/repository.ts'
import { refuseForeignPublication } from './publications.ts'
import { optionalLine, refuseEmpty, storyText, validateFields } from './write/edited-text.ts'
import { recordStoryChange } from './write/record-story-change.ts'
import { findByDraftKey, insertStory, saveRevision } from './write/repository.ts'
import { requireRightToPublish } from './write/require-right-to-publish.ts'
import { schedulePublishing, validateSchedule } from './write/save-text.ts'
import { claimChosenSlug, claimSlugForTitle } from './write/slug.ts'

type Required = 'title' | 'content' | 'category'

/** A story as its writer gives it; `content` is any HTML, it is sanitised here. */
export type StoryInput = StoryRowText<Required> & {
  [Field in Exclude<StoryField, Required>]?: StoryRowText[Field] | undefined
} & {
  /** Replaces the name of the author's account. */
  authorName?: string | null | undefined
  publicationId?: string | null | undefined
  isDraft: boolean
  sendNewsletter?: boolean | undefined
  /** Else made from the title. */
  slug?: string | undefined
  /** Else now, when it is first published. */
  publishedAt?: Date | undefined
  /** When it publishes itself. */
  publishAt?: Date | null | undefined
  /** Made by the editor: with a key that the author has sent before, their first story is answered. */
  draftKey?: string | undefined
}

/**
 * @throws Problem `forbidden` for someone else's publication and for a person who may not publish, `bad_request` or
 * `too_large` naming the field; a story that is not a draft needs a title and a text.
 */
export function createStory(ctx: SignedInContext, input: StoryInput): Promise<Written> {
  return writeStoryOnce(ctx.db, async (tx) => {
    // The publication before the account: a rename locks both in this order.
    if (input.publicationId) await findPublicationForShare(tx, input.publicationId)
    return (await findSentBefore(ctx, tx, input.draftKey)) ?? addStory(ctx, tx, input)
  })
}

type Ownership = {
  /** Null for a story that administrators alone may see and edit while it is a draft. */
  authorId: string | null
}

/**
 * Like createStory, but inside the caller's transaction, and always a new story: the draft key is not looked up. The
 * caller is its author by default.
 */
export async function addStory(
  ctx: SignedInContext,
  tx: Db,
  input: StoryInput,
  { authorId }: Ownership = { authorId: ctx.actor.id },
): Promise<Written> {
  validateFields(input)
  const { isDraft, draftKey, publishAt = null, publicationId = null, sendNewsletter = false } = input
  const now = ctx.now()
  const id = newId(now)
  const text = storyText(input)
  if (publishAt) validateSchedule(publishAt, { now, isDraft })
  if (!isDraft || publishAt) {
    await requireRightToPublish(ctx, tx, ctx.actor.id)
    refuseEmpty(text)
  }
  await refuseForeignPublication(ctx, tx, publicationId)
  const slug = input.slug
    ? await claimChosenSlug(ctx, tx, id, input.slug)
    : await claimSlugForTitle(ctx, tx, id, text.title)
  const story = {
    ...{ ...text, id, slug, isDraft, draftKey, authorId, publicationId, sendNewsletter, version: 1 },
    ...{ isSlugChosen: Boolean(input.slug), authorName: optionalLine(input.authorName) },
    ...{ createdAt: now, updatedAt: now, publishedAt: input.publishedAt ?? (isDraft ? null : now), publishAt },
  }
  await insertStory(tx, story)
  await noteUploadUses(tx, id, text.content, text.storyImage)
  if (publishAt) await schedulePublishing(ctx, tx, id, publishAt)
  if (!isDraft) {
    if (ctx.narratesStories) await ctx.queue.enqueue(tx, 'narrate-story', { contentId: id })
    if (sendNewsletter) await requestMailing(ctx, tx, story)
    await saveRevision(tx, { contentId: id, version: 1, kind: 'publish', text, at: now, authorId })
  }
  await recordStoryChange(ctx, tx, undefined, story)
  return { id, slug, version: 1, isDraft, updatedAt: now }
}

/** Locks the author, so that two simultaneous requests with the same key create one story. */
async function findSentBefore({ actor }: SignedInContext, tx: Db, draftKey: string | undefined) {
  if (!draftKey) return undefined
  await findUserForUpdate(tx, actor.id)
  const story = await findByDraftKey(tx, actor.id, draftKey)
  return story && writtenOf(await withWorkingCopy(tx, story))
}

/** A story about this book, whatever the case of the letters; a public one rather than a draft, whoever wrote it. */
export async function findStoryOfBook({ db }: Pick<Context, 'db'>, { name, author }: { name: string; author: string }) {
  const { slug, title, isDraft, bookTitle, bookAuthor } = contents
  // Must match the partial index's predicate, or it isn't used.
  const isOfBook = sql`lower(${bookTitle}) = lower(${name}) and lower(${bookAuthor}) = lower(${author})
    and ${bookTitle} is not null and ${bookAuthor} is not null and ${contents.deletedAt} is null`
  const [story] = await db
    .select({ slug, title, isDraft })
    .from(contents)
    .where(isOfBook)
    .orderBy(asc(isDraft), asc(contents.id))
    .limit(1)
  return story
}
