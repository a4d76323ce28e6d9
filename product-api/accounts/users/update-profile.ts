import type { z } from 'zod'
import { tags } from '#contract/tags.ts'
import type { users } from '#contract/users.ts'
import { relativeUploadUrl } from '#files/uploads.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emailProofKey } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { reauthenticate, withinAccountLimit } from '../reauthenticate.ts'
import { refusePersonName } from '../refuse-name.ts'
import { lockCallersAccount } from '../sessions.ts'
import { revokeLinks } from '../tokens/account-tokens.ts'
import { isSameEmail, markUser, readCurrentUser } from '../users.ts'
import { countFollowers } from './shown-followers.ts'

type ProfileInput = z.output<(typeof users.updateProfile)['body']>

/**
 * Changes the fields of `input`. Another email is pending until the link sent to it is followed, and only then is it
 * checked whether an account has it. The present email, which forms send along, doesn't cancel a pending change.
 * @throws Problem `unauthenticated`, `bad_request` for a forbidden name, and for another email
 * `reauthentication_needed` and `too_many_requests`.
 */
export async function updateProfile(ctx: SignedInContext, input: ProfileInput): Promise<UserRow> {
  const isAnother = (user: UserRow) => input.email !== undefined && !isSameEmail(input.email, user.email)
  const known = await readCurrentUser(ctx)
  if (isAnother(known)) await authoriseEmailChange(ctx, known, input)
  const update = async (tx: Db) => {
    const before = await lockCallersAccount(ctx, tx)
    // The input had the present email, but another call has changed it since: this must not change it back.
    if (isAnother(before) && !isAnother(known)) {
      const detail = 'The email address of your account was changed in the meantime. Please load the page again.'
      throw new Problem('reauthentication_needed', { detail })
    }
    const {
      name,
      profileImage,
      bio,
      showEmail,
      thanksByEmail,
      takesReplies,
      showFollowers,
      monthlyFigures,
      readAloud,
    } = input
    const shownFollowers = showFollowers
      ? await countFollowers(tx, before.id)
      : showFollowers === false
        ? null
        : undefined
    if (name !== undefined && name !== before.name) refusePersonName(ctx, name)
    const emailChange = await requestEmailChange(ctx, tx, before, input)
    const change = {
      name,
      profileImage: relativeUploadUrl(ctx, profileImage),
      bio,
      showEmail,
      thanksByEmail,
      takesReplies,
      shownFollowers,
      wantsMonthlyFigures: monthlyFigures,
      mayBeNarrated: readAloud,
      ...emailChange,
    }
    const after = await markUser(tx, before.id, { ...change, updatedAt: ctx.now() })
    await recordProfileChange(ctx, tx, before, after)
    return after
  }
  const isThere = async ({ updatedAt }: UserRow) =>
    (await readCurrentUser(ctx)).updatedAt.getTime() === updatedAt.getTime()
  return transaction(ctx.db, update, { isThere })
}

async function authoriseEmailChange(
  ctx: SignedInContext,
  user: UserRow,
  { email = '', currentPassword }: ProfileInput,
) {
  await withinAccountLimit(ctx, () => reauthenticate(ctx, user, currentPassword))
  // Beyond the limit no email is sent, so the link of the previous request must stay valid.
  await ctx.limits.take('proofPair', emailProofKey({ userId: user.id, email }))
}

async function requestEmailChange(
  ctx: SignedInContext,
  tx: Db,
  user: UserRow,
  { email = user.email, cancelEmailChange = false }: ProfileInput,
): Promise<{ email?: string; pendingEmail?: string | null }> {
  const isAnother = !isSameEmail(email, user.email)
  // Links to an address that was requested earlier become invalid.
  if (isAnother || cancelEmailChange) await revokeLinks(tx, user.id, ['change_email'])
  if (!isAnother) return { email, ...(cancelEmailChange && { pendingEmail: null }) }
  const details = { from: user.email, to: email }
  await recordAudit(ctx, tx, { action: 'email_change_asked', userId: user.id, email: user.email, details })
  await ctx.queue.enqueue(tx, 'send-email-change', { userId: user.id })
  await ctx.queue.enqueue(tx, 'send-email-change-notice', { userId: user.id })
  return { pendingEmail: email }
}

/** Answers that show a person have the tag of the profile; the list of publications has too many owners for that. */
async function recordProfileChange(ctx: SignedInContext, tx: Db, before: UserRow, after: UserRow): Promise<void> {
  const isRenamed = before.name !== after.name
  const isEmailShown = before.showEmail !== after.showEmail || (after.showEmail && before.email !== after.email)
  const isHeard = before.mayBeNarrated !== after.mayBeNarrated
  const fields = ['profileImage', 'bio', 'shownFollowers'] as const
  const isSeen = isHeard || isRenamed || isEmailShown || fields.some((field) => before[field] !== after[field])
  if (!isSeen) return
  if (isRenamed) await ctx.queue.enqueue(tx, 'rename-author', { userId: after.id, from: before.name })
  await recordChange(ctx, tx, [
    tags.profile(after.id),
    ...(isRenamed ? [tags.publications] : []),
    ...(isHeard ? [tags.podcasts] : []),
  ])
}
