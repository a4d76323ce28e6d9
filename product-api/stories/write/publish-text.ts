import { findNameOf } from '#accounts/users.ts'
import { noteUploadUses } from '#files/uploads.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { type LoadedStory, nextVersion, type Written, withoutWorkingCopy } from '../load-story.ts'
import { requestMailing } from '../mailings.ts'
import { type EditedText, refuseEmpty } from './edited-text.ts'
import { publicVersion, recordStoryChange } from './record-story-change.ts'
import { deleteWorkingCopy, markStory } from './repository.ts'
import { savePreviousRevision, saveRevision } from './revisions.ts'
import { validateSchedule } from './schedule.ts'
import { claimChosenSlug, claimSlugForTitle } from './slug.ts'

type Publishing = {
  /** The writer's id. */
  by: string | null
  slug?: string | undefined
  authorName?: string | null | undefined
  publishedAt?: Date | undefined
  publishAt?: Date | null | undefined
}

/** Makes a text public; deletes the working copy and clears the schedule. */
export async function publishText(
  ctx: Context,
  tx: Db,
  open: LoadedStory,
  text: EditedText,
  { by, ...given }: Publishing,
): Promise<Written> {
  const { story } = open
  const now = ctx.now()
  if (given.publishAt) validateSchedule(given.publishAt, { now, isDraft: false })
  refuseEmpty(text)
  // An imported story, or one that is older than revisions, has no revision of its public text yet.
  if (!story.isDraft) await savePreviousRevision(tx, withoutWorkingCopy(story))
  const version = await nextVersion(tx, open)
  const after = {
    ...story,
    ...text,
    ...{ version, isDraft: false, publishAt: null, updatedAt: now, excerpt: excerpt(text.contentText) },
    ...(await slugOf(ctx, tx, open, { title: text.title, wanted: given.slug })),
    authorName: given.authorName === undefined ? story.authorName : given.authorName,
    publishedAt: given.publishedAt ?? story.publishedAt ?? now,
    republishedAt: story.isDraft && story.publishedAt ? now : story.republishedAt,
  }
  await markStory(tx, story.id, after)
  await deleteWorkingCopy(tx, story.id)
  await noteUploadUses(tx, story.id, text.content, text.storyImage)
  await saveRevision(tx, { contentId: story.id, version, kind: 'publish', text, at: now, authorId: by })
  if (text.sendNewsletter) await requestMailing(ctx, tx, after)
  const accountName = await findNameOf(tx, story.authorId)
  await recordStoryChange(ctx, tx, publicVersion(story, accountName), publicVersion(after, accountName))
  await ctx.queue.enqueue(tx, 'narrate-story', { contentId: story.id })
  return { id: story.id, slug: after.slug, version, isDraft: false, updatedAt: now }
}

type Wanted = { title: string; wanted: string | undefined }

/** The chosen slug; at the first publishing, the title's if the writer never chose one. */
async function slugOf(ctx: Context, tx: Db, { story, workingCopy }: LoadedStory, { title, wanted }: Wanted) {
  const { slug, isSlugChosen } = story
  const asked = wanted ?? workingCopy?.nextSlug
  if (asked && asked !== slug) return { slug: await claimChosenSlug(ctx, tx, story.id, asked), isSlugChosen: true }
  if (story.publishedAt || isSlugChosen) return { slug, isSlugChosen }
  return { slug: await claimSlugForTitle(ctx, tx, story.id, title), isSlugChosen }
}
