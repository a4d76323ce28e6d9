import type { SignedInContext } from '#platform/context.ts'
import { isId } from '#platform/db/id.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import { Problem } from '#platform/problem.ts'
import type { DraftRow } from '../read/card-columns.ts'
import { canEdit } from '../read/policy.ts'
import * as repository from '../read/repository.ts'

/** The last written first. @throws Problem `not_found` for someone else's, unless an administrator asks. */
export async function listDrafts(
  ctx: SignedInContext,
  authorId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<DraftRow>> {
  if (!isId(authorId) || !canEdit(ctx.actor, { authorId: authorId.toLowerCase() })) {
    throw new Problem('not_found', { detail: 'We can’t find these drafts.' })
  }
  const place = decodeTimeCursor(cursor)
  const after = place && { updatedAt: place.at, id: place.id }
  return pageOf(
    limit,
    (limit) => repository.listDrafts(ctx.db, authorId, { after, limit }),
    ({ updatedAt, id }) => encodeTimeCursor({ at: updatedAt, id }),
  )
}
