import type { SignedInContext } from '#platform/context.ts'
import { isId } from '#platform/db/id.ts'
import { Problem } from '#platform/problem.ts'
import type { DraftRow } from '../read/card-columns.ts'
import { decodeCursor, encodeCursor } from '../read/cursor.ts'
import { canEdit } from '../read/policy.ts'
import * as repository from '../read/repository.ts'

/** The last written first. @throws Problem `not_found` for someone else's, unless an administrator asks. */
export async function listDrafts(
  ctx: SignedInContext,
  authorId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: DraftRow[]; nextCursor: string | undefined }> {
  if (!isId(authorId) || !canEdit(ctx.actor, { authorId: authorId.toLowerCase() })) {
    throw new Problem('not_found', { detail: 'We can’t find these drafts.' })
  }
  const place = cursor ? decodeCursor(cursor) : undefined
  const after = place && { updatedAt: place.publishedAt, id: place.id }
  const rows = await repository.listDrafts(ctx.db, authorId, { after, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const nextCursor = last && encodeCursor({ publishedAt: last.updatedAt, id: last.id })
  return { rows: rows.slice(0, limit), nextCursor }
}
