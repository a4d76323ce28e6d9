import { noteUploadUses } from '#files/uploads.ts'
import type { Context } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { invalidField } from '#platform/problem.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { type LoadedStory, nextVersion } from '../load-story.ts'
import { refuseSiteText } from '../site-texts/refuse-site-text.ts'
import { type EditedText, editedTextOf, isSameText, refuseEmpty } from './edited-text.ts'
import { findNewestRevision, markStory, putWorkingCopy, saveRevision } from './repository.ts'
import { isFirstPublishing, requireRightToSchedule } from './require-right-to-publish.ts'
import { claimChosenSlug } from './slug.ts'

const keptEveryMs = 10 * 60_000
const fewWords = 50
// Chinese, Japanese and Thai write no spaces: each of their letters counts.
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu

/** The circumstances of a save or a publishing. */
export type Save = {
  /** The writer's id; null if the account was deleted before its plan was carried out. */
  by: string | null
  slug?: string | undefined
  authorName?: string | null | undefined
  publishedAt?: Date | undefined
  publishAt?: Date | null | undefined
  isRestored?: boolean
}

/** Saves a draft, or the working copy of a published story: nothing public changes. */
export async function saveText(ctx: Context, tx: Db, open: LoadedStory, after: EditedText, save: Save) {
  const { story, workingCopy } = open
  const now = ctx.now()
  const publishAt = save.publishAt === undefined ? story.publishAt : save.publishAt
  const isPlanNew = publishAt !== null && publishAt.getTime() !== story.publishAt?.getTime()
  if (isPlanNew || after.sendNewsletter) await refuseSiteText(tx, story.id)
  if (isPlanNew) validateSchedule(publishAt, { now, isDraft: true })
  if (isPlanNew && isFirstPublishing(story)) await requireRightToSchedule(ctx, tx, { ...story, by: save.by })
  if (publishAt) refuseEmpty(after)
  if (isPlanNew && !story.isDraft && !workingCopy && !save.slug && isSameText(open.text, after)) {
    throw invalidField('publish_at', 'There are no changes to publish at that time.')
  }
  const version = await nextVersion(tx, open)
  await keepStates(tx, open, after, { ...save, version, now })
  // Claimed for a working copy too, so that it is still free when it is published.
  const claimed = save.slug ? await claimChosenSlug(ctx, tx, story.id, save.slug) : undefined
  const slug = (story.isDraft && claimed) || story.slug
  if (story.isDraft) {
    await markStory(tx, story.id, {
      ...after,
      ...{ slug, version, publishAt, updatedAt: now, excerpt: excerpt(after.contentText) },
      isSlugChosen: story.isSlugChosen || slug !== story.slug,
      // Drizzle leaves undefined columns as they are.
      ...{ authorName: save.authorName, publishedAt: save.publishedAt },
    })
  } else {
    const nextSlug = claimed === story.slug ? null : (claimed ?? workingCopy?.nextSlug ?? null)
    const times = { version, updatedAt: now, updatedBy: save.by }
    await putWorkingCopy(tx, { ...editedTextOf(after), ...times, contentId: story.id, nextSlug })
    if (publishAt?.getTime() !== story.publishAt?.getTime()) await markStory(tx, story.id, { publishAt })
  }
  await noteUploadUses(tx, story.id, after.content, after.storyImage)
  if (isPlanNew) await schedulePublishing(ctx, tx, story.id, publishAt)
  return { id: story.id, slug, version, isDraft: story.isDraft, updatedAt: now }
}

/** Stores a revision every ten minutes, and before a save that removes much of the text. */
async function keepStates(
  tx: Db,
  open: LoadedStory,
  after: EditedText,
  { version, now, by, isRestored }: Save & { version: number; now: Date },
): Promise<void> {
  const { story } = open
  if (isRestored || throwsMuchAway(open.text, after)) await savePreviousRevision(tx, open, after)
  const newest = await findNewestRevision(tx, story.id)
  const sinceMs = now.getTime() - (newest?.createdAt ?? story.createdAt).getTime()
  if (!isRestored && sinceMs < keptEveryMs) return
  const kind = isRestored ? 'restore' : 'save'
  await saveRevision(tx, { contentId: story.id, version, kind, text: after, at: now, authorId: by })
}

/** Whether a text of some length loses more than half of its words. */
function throwsMuchAway(before: EditedText, after: EditedText): boolean {
  const words = before.contentText.match(word) ?? []
  if (words.length < fewWords) return false
  const left = new Map<string, number>()
  for (const kept of after.contentText.match(word) ?? []) left.set(kept, (left.get(kept) ?? 0) + 1)
  let gone = 0
  for (const word of words) {
    const count = left.get(word) ?? 0
    if (count > 0) left.set(word, count - 1)
    else gone++
  }
  return gone * 2 > words.length
}

/** Queues the publishing of a story. The job does nothing if the schedule was moved or cancelled by then. */
export async function schedulePublishing(ctx: Context, tx: Db, contentId: string, at: Date): Promise<void> {
  await ctx.queue.enqueue(tx, 'publish-planned-story', { contentId }, { startAfter: at })
}

const yearMs = 366 * dayMs

/**
 * @throws Problem `bad_request` naming `publish_at` for a time that is past or too far away, or together with
 * publishing immediately.
 */
export function validateSchedule(publishAt: Date, { now, isDraft }: { now: Date; isDraft: boolean }): void {
  const inMs = publishAt.getTime() - now.getTime()
  if (!isDraft) throw invalidField('publish_at', 'Publish the story now, or choose a time: not both.')
  if (!(inMs > 0)) throw invalidField('publish_at', 'Please choose a time in the future.')
  if (inMs > yearMs) throw invalidField('publish_at', 'Please choose a time within a year.')
}

/** Stores the present text before it is replaced, unless it is among the revisions already. */
export async function savePreviousRevision(tx: Db, open: LoadedStory, after?: EditedText): Promise<void> {
  const { story, workingCopy, text, version, writtenAt } = open
  if (after && isSameText(text, after)) return
  const isPublic = !story.isDraft && !workingCopy
  await saveRevision(tx, {
    ...{ contentId: story.id, version, text, at: writtenAt },
    kind: isPublic ? 'publish' : 'save',
    authorId: workingCopy?.updatedBy ?? story.authorId,
  })
}
