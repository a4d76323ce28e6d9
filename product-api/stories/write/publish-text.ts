import { findUser } from '#accounts/users.ts'
import { noteUploadUses } from '#files/uploads.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { type LoadedStory, nextVersion, type Written, withoutWorkingCopy, withWorkingCopy } from '../load-story.ts'
import { requestMailing } from '../mailings.ts'
import { refuseSiteText } from '../site-texts/refuse-site-text.ts'
import { applyChange, type EditedText, emptyFields, refuseEmpty } from './edited-text.ts'
import { recordStoryChange } from './record-story-change.ts'
import { deleteWorkingCopy, findStoryForUpdate, listDue, markStory, saveRevision } from './repository.ts'
import { isAdmitted, isFirstPublishing, mayPublish, requireRightToPublish } from './require-right-to-publish.ts'
import { type Save, savePreviousRevision, validateSchedule } from './save-text.ts'
import { claimChosenSlug, claimSlugForTitle } from './slug.ts'

/**
 * Makes a text public; deletes the working copy and clears the schedule.
 * @throws Problem `forbidden` if `by` may not make a further story public, and `bad_request` naming the field.
 */
export async function publishText(
  ctx: Context,
  tx: Db,
  open: LoadedStory,
  text: EditedText,
  { by, ...given }: Save,
): Promise<Written> {
  const { story } = open
  const now = ctx.now()
  await refuseSiteText(tx, story.id)
  if (given.publishAt) validateSchedule(given.publishAt, { now, isDraft: false })
  if (isFirstPublishing(story)) await requireRightToPublish(ctx, tx, by)
  refuseEmpty(text)
  // An imported story, or one that is older than revisions, has no revision of its public text yet.
  if (!story.isDraft) await savePreviousRevision(tx, withoutWorkingCopy(story))
  const version = await nextVersion(tx, open)
  const after = {
    ...story,
    ...text,
    ...{ version, isDraft: false, publishAt: null, updatedAt: now, excerpt: excerpt(text.contentText) },
    ...(await slugOf(ctx, tx, open, text.title, given.slug)),
    authorName: given.authorName === undefined ? story.authorName : given.authorName,
    publishedAt: given.publishedAt ?? story.publishedAt ?? now,
    republishedAt: story.isDraft && story.publishedAt ? now : story.republishedAt,
  }
  await markStory(tx, story.id, after)
  await deleteWorkingCopy(tx, story.id)
  await noteUploadUses(tx, story.id, text.content, text.storyImage)
  await saveRevision(tx, { contentId: story.id, version, kind: 'publish', text, at: now, authorId: by })
  if (text.sendNewsletter) await requestMailing(ctx, tx, after)
  await recordStoryChange(ctx, tx, story, after)
  await ctx.queue.enqueue(tx, 'narrate-story', { contentId: story.id })
  return { id: story.id, slug: after.slug, version, isDraft: false, updatedAt: now }
}

/** The chosen slug; at the first publishing, the title's if the writer never chose one. */
async function slugOf(ctx: Context, tx: Db, open: LoadedStory, title: string, wanted = open.workingCopy?.nextSlug) {
  const { story } = open
  const { slug, isSlugChosen } = story
  if (wanted && wanted !== slug) return { slug: await claimChosenSlug(ctx, tx, story.id, wanted), isSlugChosen: true }
  if (story.publishedAt || isSlugChosen) return { slug, isSlugChosen }
  return { slug: await claimSlugForTitle(ctx, tx, story.id, title), isSlugChosen }
}

const batch = 100

/**
 * Publishes a story that is due. Does nothing if its schedule was moved, cancelled or carried out; the story of a writer
 * who is suspended, or may not publish by the site's settings, waits until that ends.
 */
export async function publishScheduled(ctx: Context, { contentId }: { contentId: string }): Promise<void> {
  await transaction(ctx.db, async (tx: Db) => {
    const story = await findStoryForUpdate(tx, contentId)
    if (!story?.publishAt || story.publishAt > ctx.now()) return
    const author = story.authorId ? await findUser(tx, story.authorId) : undefined
    if (author?.suspendedAt) return
    if (isFirstPublishing(story) && !(await mayPublish(ctx, tx, story.authorId))) return
    const open = await withWorkingCopy(tx, story)
    // Sanitise by today's rules: they may have changed since the text was saved.
    const text = applyChange(open.text, {})
    const isNothingNew = !story.isDraft && !open.workingCopy
    if (isNothingNew || Object.keys(emptyFields(text)).length > 0) await markStory(tx, contentId, { publishAt: null })
    else await publishText(ctx, tx, open, text, { by: open.workingCopy?.updatedBy ?? story.authorId })
  })
}

/** Publishes everything that is due, also if its own job was lost. One transaction each, so that a failure stops no others. */
export async function publishOverdue(ctx: Context): Promise<void> {
  const faults: unknown[] = []
  let due: string[] = []
  do {
    const { publish } = await ctx.site.refresh(ctx.db)
    due = await listDue(ctx.db, ctx.now(), { after: due.at(-1), limit: batch, isAdmitted: isAdmitted(publish) })
    for (const contentId of due) {
      await publishScheduled(ctx, { contentId }).catch((fault: unknown) => faults.push(fault))
    }
  } while (due.length === batch)
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} stories could not be published`)
}
