import { findUserForUpdate } from '#accounts/users.ts'
import type { StoryField, StoryRowText } from '#contract/story-fields.ts'
import { noteUploadUses } from '#files/uploads.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isWritten, type Written, withWorkingCopy, writtenOf } from './load-story.ts'
import { requestMailing } from './mailings.ts'
import { refuseForeignPublication } from './publications.ts'
import { editedTextOf, optionalLine, refuseEmpty, storyText, validateFields } from './write/edited-text.ts'
import { publicVersion, recordStoryChange } from './write/record-story-change.ts'
import { findByBook, findByDraftKey, insertStory } from './write/repository.ts'
import { saveRevision } from './write/revisions.ts'
import { schedulePublishing, validateSchedule } from './write/schedule.ts'
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
 * @throws Problem `forbidden` for someone else's publication, `bad_request` or `too_large` naming the field; a story
 * that is not a draft needs a title and a text.
 */
export function createStory(ctx: SignedInContext, input: StoryInput): Promise<Written> {
  const create = async (tx: Db) => (await findSentBefore(ctx, tx, input.draftKey)) ?? addStory(ctx, tx, input)
  return transaction(ctx.db, create, { isThere: (written) => isWritten(ctx.db, written) })
}

/** Like createStory, but inside the caller's transaction, and always a new story: the draft key is not looked up. */
export async function addStory(ctx: SignedInContext, tx: Db, input: StoryInput): Promise<Written> {
  validateFields(input)
  const { isDraft, draftKey, publishAt = null, publicationId = null, sendNewsletter = false } = input
  const now = ctx.now()
  const id = newId(now)
  const authorName = optionalLine(input.authorName)
  const text = { ...storyText(input), authorName, publicationId, sendNewsletter }
  if (publishAt) validateSchedule(publishAt, { now, isDraft })
  if (!isDraft || publishAt) refuseEmpty(text)
  await refuseForeignPublication(ctx, tx, publicationId)
  const slug = input.slug
    ? await claimChosenSlug(ctx, tx, id, input.slug)
    : await claimSlugForTitle(ctx, tx, id, text.title)
  const publishedAt = input.publishedAt ?? (isDraft ? null : now)
  const authorId = ctx.actor.id
  const times = { createdAt: now, updatedAt: now, publishedAt, publishAt }
  const story = {
    ...text,
    ...times,
    id,
    slug,
    isSlugChosen: Boolean(input.slug),
    isDraft,
    draftKey,
    authorId,
    version: 1,
  }
  await insertStory(tx, story)
  await noteUploadUses(tx, id, text.content, text.storyImage)
  if (publishAt) await schedulePublishing(ctx, tx, id, publishAt)
  if (!isDraft) {
    if (ctx.narratesStories) await ctx.queue.enqueue(tx, 'narrate-story', { contentId: id })
    if (sendNewsletter) await requestMailing(ctx, tx, story)
    await saveRevision(tx, { contentId: id, version: 1, kind: 'publish', text: editedTextOf(text), at: now, authorId })
  }
  await recordStoryChange(ctx, tx, undefined, publicVersion(story, ctx.actor.name))
  return { id, slug, version: 1, isDraft, updatedAt: now }
}

/** Locks the author, so that two simultaneous requests with the same key create one story. */
async function findSentBefore({ actor }: SignedInContext, tx: Db, draftKey: string | undefined) {
  if (!draftKey) return undefined
  await findUserForUpdate(tx, actor.id)
  const story = await findByDraftKey(tx, actor.id, draftKey)
  return story && writtenOf(await withWorkingCopy(tx, story))
}

type StoryOfBook = { slug: string; title: string; isDraft: boolean }

/** A story about this book, whatever the case of the letters; a public one rather than a draft, whoever wrote it. */
export async function findStoryOfBook(
  { db }: Context,
  { name, author }: { name: string; author: string },
): Promise<StoryOfBook | undefined> {
  return findByBook(db, name, author)
}
