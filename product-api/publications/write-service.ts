import { tags } from '#contract/tags.ts'
import { recordChange } from '../changes/service.ts'
import type { SignedInContext } from '../context.ts'
import { newId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import { Problem } from '../problem.ts'
import { byPath } from '../uploads/by-path.ts'
import { canEditPublication } from './policy.ts'
import * as repository from './repository.ts'
import { slugCandidates } from './slug-candidates.ts'

type NewPublication = { name: string; description?: string | undefined; image?: string | null | undefined }
/** What is undefined stays as it is. */
type PublicationChange = { [Field in keyof NewPublication]?: NewPublication[Field] | undefined }

/** @throws Problem `exists_already` for a name that a publication has, in whatever case; `too_many_requests`. */
export async function createPublication(
  ctx: SignedInContext,
  { name, description, image }: NewPublication,
): Promise<repository.PublicationWithOwner> {
  await ctx.limits.take('publication', ctx.actor.id)
  return transaction(ctx.db, async (tx) => {
    const now = ctx.now()
    const id = newId(now)
    const row = { id, name, description, image: byPath(ctx, image), ownerId: ctx.actor.id, createdAt: now }
    const slug = await repository.insertUnderSlug(tx, row, slugCandidates(name, id))
    await recordChange(ctx, tx, [tags.publication(slug), tags.publication(name), tags.publications])
    return readById(tx, id)
  })
}

/**
 * Changes what `change` names and leaves the rest; the slug stays.
 * @throws Problem `not_found`, `forbidden` and, for a taken name, `exists_already`.
 */
export function updatePublication(
  ctx: SignedInContext,
  slugOrName: string,
  change: PublicationChange,
): Promise<repository.PublicationWithOwner> {
  return transaction(ctx.db, async (tx) => {
    const found = await repository.findBySlugOrName(tx, slugOrName)
    const before = found && (await repository.findByIdForUpdate(tx, found.id))
    if (!before) throw new Problem('not_found', { detail: 'We can’t find this publication.' })
    if (!canEditPublication(ctx.actor, before)) {
      throw new Problem('forbidden', { detail: 'Only the owner can change this publication.' })
    }
    await repository.markPublication(tx, before.id, { ...change, image: byPath(ctx, change.image) })
    const after = await readById(tx, before.id)
    // It is asked for by its name too; and every story under it says its name.
    const names = before.name === after.name ? [] : [tags.publicationName(after.slug), tags.publication(before.name)]
    await recordChange(ctx, tx, [
      ...[tags.publication(after.slug), tags.publication(after.name), tags.publications],
      ...names,
    ])
    return after
  })
}

async function readById(tx: SignedInContext['db'], id: string): Promise<repository.PublicationWithOwner> {
  const row = await repository.findById(tx, id)
  if (!row) throw new Error('A publication was written and is not there')
  return row
}
