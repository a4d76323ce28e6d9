import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { plainLine } from '#story-html/plain-text.ts'
import { slugify } from '#story-html/slugify.ts'
import type { StoryInput } from '../create-story.ts'
import {
  isWritten,
  type LoadedStory,
  loadStoryForUpdate,
  refuseStale,
  StaleVersion,
  type Written,
  writtenOf,
} from '../load-story.ts'
import { refuseForeignPublication } from '../publications.ts'
import { applyChange, type EditedText, isSameText, validateFields } from './edited-text.ts'
import { publishText } from './publish-text.ts'
import { savePreviousRevision } from './revisions.ts'
import { saveText } from './save-text.ts'

/** The fields to change; an undefined field stays. */
export type StoryChange = { [Field in keyof Omit<StoryInput, 'draftKey'>]?: StoryInput[Field] | undefined }

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
  const edit = async (tx: Db) => {
    const open = await loadStoryForUpdate(ctx, tx, idOrSlug)
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
    const authorName = change.authorName === undefined ? undefined : plainLine(change.authorName ?? '') || null
    return write(ctx, tx, open, after, { ...change, authorName, by: ctx.actor.id })
  }
  return transaction(ctx.db, edit, { isThere: (written) => isWritten(ctx.db, written) })
}

/** Makes the story public as it is edited now. */
export function publishStory(
  ctx: SignedInContext,
  idOrSlug: string,
  change: StoryChange = {},
  expectedVersion?: number,
): Promise<Written> {
  return updateStory(ctx, idOrSlug, { ...change, isDraft: false }, expectedVersion)
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
