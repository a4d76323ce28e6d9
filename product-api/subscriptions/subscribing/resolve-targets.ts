import { allCategories, findCategory, ownCategory } from '#contract/categories.ts'
import type { Context } from '#platform/context.ts'
import { invalidField } from '#platform/problem.ts'
import { findPublication } from '#stories/publications.ts'
import { findAuthor, type Target } from './repository.ts'

/** The requested targets, as typed. */
export type Wanted = {
  category?: string | null | undefined
  following_publication?: string | null | undefined
  following_author?: string | null | undefined
}

/**
 * Resolves the requested targets; without any, the product's own category.
 * @throws Problem `bad_request` naming what does not exist, or the caller as the author to follow.
 */
export async function resolveTargets(ctx: Context, wanted: Wanted): Promise<Target[]> {
  const targets: Target[] = []
  if (wanted.category) targets.push({ category: knownCategory(ctx, wanted.category) })
  if (wanted.following_publication) {
    const publication = await findPublication(ctx, wanted.following_publication)
    if (!publication) throw invalidField('following_publication', 'We can’t find this publication.')
    targets.push({ publicationId: publication.id })
  }
  if (wanted.following_author) {
    const authorId = await visibleAuthor(ctx, wanted.following_author, 'following_author')
    if (authorId === ctx.actor?.id) throw invalidField('following_author', 'You can’t follow yourself.')
    targets.push({ authorId })
  }
  return targets.length > 0 ? targets : [{ category: ownCategory(ctx.categories) }]
}

/**
 * Finds an author by uuid or email. An email that its owner does not show works only for callers with a session, who are
 * known and rate-limited: otherwise strangers could guess addresses and learn whose they are.
 * @throws Problem `bad_request`, the same for an unknown author, for one that the caller may not find, and for one whose
 * account is suspended: strangers don't learn of that.
 */
async function visibleAuthor(ctx: Context, uuidOrEmail: string, field: string): Promise<string> {
  const author = await findAuthor(ctx.db, uuidOrEmail)
  const byUuid = author?.id === uuidOrEmail.toLowerCase()
  const isFound = author && !author.suspendedAt && (byUuid || author.showEmail || ctx.actor)
  if (!isFound) throw invalidField(field, 'We can’t find this author.')
  return author.id
}

function knownCategory(ctx: Context, category: string): string {
  if (category === allCategories || findCategory(category, ctx.categories)) return category
  throw invalidField('category', 'This category does not exist.')
}
