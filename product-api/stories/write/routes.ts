import { historyFields, jsonOf, storyFieldNames } from '#contract/story-fields.ts'
import {
  type Revision,
  storyWriting,
  type WorkingCopy,
  type Written as WrittenAnswer,
} from '#contract/story-writing.ts'
import type { Context } from '#platform/context.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { Problem } from '#platform/problem.ts'
import { presentCard, timeOf } from '../display/present.ts'
import { listDrafts } from '../list-stories.ts'
import { StaleVersion, type Written } from '../load-story.ts'
import { duplicateStory, editStory, type NamedStory, readWorkingCopy, withNames, writeStory } from './edit-story.ts'
import { listRevisionsOf, type RevisionLine, readRevisionOf, restoreRevision } from './revisions.ts'
import { deleteStory, discardWorkingCopy, undeleteStory, unpublishStory } from './withdraw-story.ts'

export function writingRoutes(api: Api): void {
  endpoint(api, storyWriting.create, async (ctx, { body }) => presentWritten(await writeStory(ctx, body)))
  for (const update of [storyWriting.update, storyWriting.updateByPost] as const) {
    endpoint(api, update, async (ctx, call) => {
      const write = editStory(ctx, call.params.id, call.body, call.body.version)
      return presentWritten(await showingCurrent(ctx, write))
    })
  }
  endpoint(api, storyWriting.remove, async (ctx, { params }) => {
    await deleteStory(ctx, params.id)
    return { message: 'Deleted.' }
  })
  endpoint(api, storyWriting.undelete, async (ctx, { params }) => presentWritten(await undeleteStory(ctx, params.id)))
  endpoint(api, storyWriting.unpublish, async (ctx, call) =>
    presentWritten(await showingCurrent(ctx, unpublishStory(ctx, call.params.id, call.body.version))),
  )
  endpoint(api, storyWriting.duplicate, async (ctx, { params }) => presentWritten(await duplicateStory(ctx, params.id)))
  endpoint(api, storyWriting.discard, async (ctx, call) =>
    presentWritten(await showingCurrent(ctx, discardWorkingCopy(ctx, call.params.id, call.body.version))),
  )
  endpoint(api, storyWriting.workingCopy, async (ctx, { params }) =>
    presentWorkingCopy(await readWorkingCopy(ctx, params.id)),
  )
  endpoint(api, storyWriting.drafts, async (ctx, call) => {
    const { rows, nextCursor } = await listDrafts(ctx, call.params.userId, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map((row) => ({ ...presentCard(row, ctx), publish_at: timeOf(row.publishAt) }))
  })
  endpoint(api, storyWriting.revisions, async (ctx, call) => {
    const { rows, nextCursor } = await listRevisionsOf(ctx, call.params.id, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentRevision)
  })
  endpoint(api, storyWriting.revision, async (ctx, { params }) => {
    const row = await readRevisionOf(ctx, params.id, params.revision)
    return { ...presentRevision(row), ...jsonOf(row, historyFields) }
  })
  endpoint(api, storyWriting.restore, async (ctx, call) => {
    const { id, revision } = call.params
    return presentWritten(await showingCurrent(ctx, restoreRevision(ctx, id, revision, call.body.version)))
  })
}

/** With the refusal of a stale edit goes the story as it is now. */
async function showingCurrent<T>(ctx: Pick<Context, 'db'>, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (fault) {
    if (!(fault instanceof StaleVersion)) throw fault
    throw new Problem('conflict', {
      detail: fault.message,
      current: presentWorkingCopy(await withNames(ctx.db, fault.open)),
    })
  }
}

function presentWritten({ id, slug, version, isDraft, updatedAt }: Written): WrittenAnswer {
  return { _id: id, id, slug, version, isDraft, updated_at: updatedAt.toISOString() }
}

function presentWorkingCopy(open: NamedStory): WorkingCopy {
  const { story, workingCopy, text, version, writtenAt, accountName, publication, sitePage } = open
  return {
    _id: story.id,
    id: story.id,
    slug: story.slug,
    next_slug: workingCopy?.nextSlug ?? null,
    ...jsonOf(text, storyFieldNames),
    publication: publication?.slug ?? null,
    publication_name: publication?.name ?? null,
    author_uuid: story.authorId,
    author_name: story.authorName ?? accountName,
    isDraft: story.isDraft,
    has_unpublished_changes: workingCopy !== undefined,
    sendNewsletter: text.sendNewsletter,
    publish_at: timeOf(story.publishAt),
    published_at: timeOf(story.publishedAt),
    updated_at: writtenAt.toISOString(),
    deleted_at: timeOf(story.deletedAt),
    site_page: sitePage ?? null,
    version,
  }
}

function presentRevision(row: RevisionLine): Revision {
  return {
    _id: row.id,
    version: row.version,
    kind: row.kind,
    title: row.title,
    word_count: row.wordCount,
    saved_at: row.createdAt.toISOString(),
    saved_by: row.authorName ?? '',
  }
}
