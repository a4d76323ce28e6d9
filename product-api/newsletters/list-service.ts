import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import * as links from './link-repository.ts'
import { isOwn, isOwnProven } from './service.ts'
import { visibleAuthor } from './targets.ts'

/**
 * What an address is subscribed to, for its owner and administrators. An account whose address was never shown to be its
 * person's sees only what waits for a confirmation: the rest may be somebody else's.
 * @throws Problem `not_found`.
 */
export async function listSubscriptions(ctx: Context, email: string): Promise<links.NamedSubscription[]> {
  const isAdmin = ctx.actor?.role === 'admin'
  if (!isAdmin && !isOwn(ctx.actor, email)) throw new Problem('not_found', { detail: 'There is no such address' })
  const all = await links.listLiveOfEmail(ctx.db, email)
  if (isAdmin || (await isOwnProven(ctx, email))) return all
  return all.filter(({ confirmedAt }) => confirmedAt === null)
}

/**
 * Ends the following of an author; twice changes nothing.
 * @throws Problem `not_found` for somebody else's address, `bad_request` for an author that there is not.
 */
export async function unfollowAuthor(
  ctx: Context,
  { author, authorField, email }: { author: string; authorField: string; email: string },
): Promise<void> {
  const mine = await listSubscriptions(ctx, email)
  const authorId = await visibleAuthor(ctx, author, authorField)
  const following = mine.find((row) => row.authorId === authorId)
  if (following) await links.markEnded(ctx.db, { id: following.id }, ctx.now())
}
