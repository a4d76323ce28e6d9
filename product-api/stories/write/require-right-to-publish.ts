import { isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { findUser, isAmongPublishers } from '#accounts/users.ts'
import type { SiteSettings } from '#contract/site.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { contents } from '#platform/db/tables/stories.ts'
import { Problem } from '#platform/problem.ts'

// The settings of the site decide who may make a further story public. A story that was public once stays its author's
// to edit, to unpublish and to publish again.

type Circle = SiteSettings['publish']

/** Whether publishing a story would add one to the public ones. */
export function isFirstPublishing({ publishedAt }: { publishedAt: Date | null }): boolean {
  return publishedAt === null
}

/**
 * Reads the settings anew, so it must get the caller's transaction.
 * @param userId null if the account was deleted.
 */
export async function mayPublish(ctx: Context, tx: Db, userId: string | null): Promise<boolean> {
  const { publish } = await ctx.site.refresh(tx)
  if (publish === 'anyone') return true
  const user = userId === null ? undefined : await findUser(tx, userId)
  return user !== undefined && isAmongPublishers(publish, user)
}

/** @throws Problem `forbidden`, with a sentence that says who may publish. */
export async function requireRightToPublish(ctx: Context, tx: Db, userId: string | null): Promise<void> {
  if (await mayPublish(ctx, tx, userId)) return
  const { publish, contact_email: contact } = ctx.site.now
  const detail =
    publish === 'invited'
      ? `Only invited people can publish stories here. Your draft stays as it is; to publish it, write to ${contact}.`
      : `Only administrators can publish stories here. Your draft stays as it is; if you have a question, write to ${contact}.`
  throw new Problem('forbidden', { detail })
}

/**
 * A schedule is carried out in the author's name, so the author needs the right, whoever plans.
 * @throws Problem `forbidden`.
 */
export async function requireRightToSchedule(
  ctx: Context,
  tx: Db,
  { authorId, by }: { authorId: string | null; by: string | null },
): Promise<void> {
  if (authorId === by) return requireRightToPublish(ctx, tx, authorId)
  if (await mayPublish(ctx, tx, authorId)) return
  const detail =
    'The author of this story may not publish, so it can’t be scheduled. Publish it now, or let them publish first.'
  throw new Problem('forbidden', { detail })
}

/** A condition for due stories, joined with their authors, that may be published under this setting. */
export function isAdmitted(publish: Circle): SQL | undefined {
  if (publish === 'anyone') return undefined
  const isAdmin = sql`${users.role} = 'admin'`
  return or(isNotNull(contents.publishedAt), isAdmin, publish === 'invited' ? isNotNull(users.invitedAt) : undefined)
}
