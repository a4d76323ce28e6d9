import { pickFields, type StoryRowText, storyFieldNames } from '#contract/story-fields.ts'
import type { Db } from '#platform/db/client.ts'
import { isId, newId } from '#platform/db/id.ts'
import { decodeCursor, encodeCursor, pageOf } from '#platform/db/paging.ts'
import { notFound } from '#platform/problem.ts'
import type { LoadedStory } from '../load-story.ts'
import { type EditedText, isSameText } from './edited-text.ts'
import * as repository from './revision-repository.ts'

export type { RevisionLine, RevisionRow } from './revision-repository.ts'

type Kept = {
  contentId: string
  version: number
  kind: repository.NewRevision['kind']
  text: StoryRowText & { wordCount: number }
  at: Date
  /** The writer. */
  authorId: string | null
}

/** With one autosave in ten minutes, this is more than eighty hours of typing. */
const savesMost = 500

/** Stores a version of a story, unless it is stored already. The callers check rights, here and below. */
export async function saveRevision(tx: Db, { contentId, version, kind, text, at, authorId }: Kept): Promise<void> {
  await repository.insertRevision(tx, {
    ...{ id: newId(at), contentId, version, kind, createdAt: at, authorId },
    ...pickFields(text, [...storyFieldNames, 'wordCount']),
  })
  if (kind === 'save') await repository.deleteOldSaves(tx, contentId, savesMost)
}

/** Newest first. @throws Problem `bad_request` for a cursor that no list gave out. */
export async function listRevisions(
  db: Db,
  contentId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const before = decodeCursor(cursor, readVersion)
  return pageOf(
    limit,
    (limit) => repository.listRevisions(db, contentId, { before, limit }),
    ({ version }) => encodeCursor(String(version)),
  )
}

/** @throws Problem `not_found`. */
export async function readRevision(db: Db, contentId: string, id: string): Promise<repository.RevisionRow> {
  const revision = isId(id) ? await repository.findRevision(db, contentId, id) : undefined
  if (!revision) throw notFound('revision')
  return revision
}

function readVersion(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
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
