import { noteUploadUses } from '#files/uploads.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { Problem } from '#platform/problem.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { type LoadedStory, nextVersion, type Written } from '../load-story.ts'
import { type EditedText, editedTextOf, isSameText, refuseEmpty } from './edited-text.ts'
import { markStory, putWorkingCopy } from './repository.ts'
import { findNewestRevision } from './revision-repository.ts'
import { savePreviousRevision, saveRevision } from './revisions.ts'
import { schedulePublishing, validateSchedule } from './schedule.ts'
import { claimChosenSlug } from './slug.ts'

const keptEveryMs = 10 * 60_000
const fewWords = 50
// Chinese, Japanese and Thai write no spaces: each of their letters counts.
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu

type Save = {
  /** The writer's id. */
  by: string
  slug?: string | undefined
  authorName?: string | null | undefined
  publishedAt?: Date | undefined
  publishAt?: Date | null | undefined
  isRestored?: boolean
}

/** Saves a draft, or the working copy of a published story: nothing public changes. */
export async function saveText(
  ctx: Context,
  tx: Db,
  open: LoadedStory,
  after: EditedText,
  save: Save,
): Promise<Written> {
  const { story, workingCopy } = open
  const now = ctx.now()
  const publishAt = save.publishAt === undefined ? story.publishAt : save.publishAt
  const isPlanNew = publishAt !== null && publishAt.getTime() !== story.publishAt?.getTime()
  if (isPlanNew) validateSchedule(publishAt, { now, isDraft: true })
  if (publishAt) refuseEmpty(after)
  if (isPlanNew && !story.isDraft && !workingCopy && !save.slug && isSameText(open.text, after)) refuseEmptyPlan()

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

function refuseEmptyPlan(): never {
  const fault = 'There are no changes to publish at that time.'
  throw new Problem('bad_request', { detail: fault, fields: { publish_at: fault } })
}

/** Whether a text of some length loses more than half of its words. */
function throwsMuchAway(before: EditedText, after: EditedText): boolean {
  const words = wordsOf(before)
  if (words.length < fewWords) return false
  const left = new Map<string, number>()
  for (const word of wordsOf(after)) left.set(word, (left.get(word) ?? 0) + 1)
  let gone = 0
  for (const word of words) {
    const count = left.get(word) ?? 0
    if (count > 0) left.set(word, count - 1)
    else gone++
  }
  return gone * 2 > words.length
}

function wordsOf({ contentText }: EditedText): string[] {
  return contentText.match(word) ?? []
}
