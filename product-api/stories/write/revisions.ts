import { and, desc, eq, lt } from 'drizzle-orm'
import { findCategory } from '#contract/categories.ts'
import { pickFields, type StoryRowText, storyFieldNames } from '#contract/story-fields.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { decodeCursor, encodeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { revisions } from '#platform/db/tables/stories.ts'
import { notFound } from '#platform/problem.ts'
import { changeStory, loadStory, refuseStale, type Written, writtenOf } from '../load-story.ts'
import { limitStorySaves } from './edit-story.ts'
import { applyChange, isSameText } from './edited-text.ts'
import { saveText } from './save-text.ts'

const lineFields = ['id', 'version', 'kind', 'title', 'wordCount', 'createdAt'] as const
const lineColumns = { ...pickFields(revisions, lineFields), authorName: users.name }
const wholeColumns = { ...lineColumns, ...pickFields(revisions, storyFieldNames) }

export type RevisionLine = Pick<typeof revisions.$inferSelect, (typeof lineFields)[number]> & {
  authorName: string | null
}
export type RevisionRow = RevisionLine & StoryRowText

/** Newest first. @throws Problem `not_found`, `forbidden`, and `bad_request` for a cursor that no list gave out. */
export async function listRevisionsOf(
  ctx: SignedInContext,
  idOrSlug: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<RevisionLine>> {
  const { story } = await loadStory(ctx, idOrSlug)
  const before = decodeCursor(cursor, (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined))
  const isBefore = before === undefined ? undefined : lt(revisions.version, before)
  const read = (limit: number) =>
    ctx.db
      .select(lineColumns)
      .from(revisions)
      .leftJoin(users, eq(users.id, revisions.authorId))
      .where(and(eq(revisions.contentId, story.id), isBefore))
      .orderBy(desc(revisions.version))
      .limit(limit)
  return pageOf(limit, read, ({ version }) => encodeCursor(String(version)))
}

/** @throws Problem `not_found` or `forbidden`. */
export async function readRevisionOf(ctx: SignedInContext, idOrSlug: string, revision: string): Promise<RevisionRow> {
  const { story } = await loadStory(ctx, idOrSlug)
  return readRevision(ctx.db, story.id, revision)
}

/**
 * Makes a revision the text being edited, and stores the text that it replaces. Publication, slug and schedule stay, and
 * nothing public changes. Does nothing if the text is the same.
 * @throws Problem `not_found`, `forbidden`, `too_many_requests`, and StaleVersion.
 */
export async function restoreRevision(
  ctx: SignedInContext,
  idOrSlug: string,
  revision: string,
  expectedVersion?: number,
): Promise<Written> {
  await limitStorySaves(ctx)
  return changeStory(ctx, idOrSlug, async (tx, open) => {
    const kept = await readRevision(tx, open.story.id, revision)
    // A category that the site no longer has would put the story in no list.
    const category = findCategory(kept.category, ctx.categories) ? kept.category : open.text.category
    const after = applyChange(open.text, { ...pickFields(kept, storyFieldNames), category })
    if (isSameText(open.text, after)) return writtenOf(open)
    refuseStale(open, expectedVersion)
    return saveText(ctx, tx, open, after, { by: ctx.actor.id, isRestored: true })
  })
}

async function readRevision(db: Db, contentId: string, id: string): Promise<RevisionRow> {
  if (!isId(id)) throw notFound('revision')
  const [revision] = await db
    .select(wholeColumns)
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.authorId))
    .where(and(eq(revisions.contentId, contentId), eq(revisions.id, id)))
  if (!revision) throw notFound('revision')
  return revision
}
