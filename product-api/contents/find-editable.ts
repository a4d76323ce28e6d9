import type { SignedInContext } from '../context.ts'
import { openForReading } from './open-story.ts'

/** Whose story it is, for a caller who may edit it. @throws Problem `not_found`, `forbidden`. */
export async function findEditable(
  ctx: SignedInContext,
  idOrSlug: string,
): Promise<{ id: string; authorId: string | null; category: string }> {
  const { id, authorId, category } = (await openForReading(ctx, idOrSlug)).story
  return { id, authorId, category }
}
