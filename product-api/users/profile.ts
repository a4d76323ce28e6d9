import { tags } from '#contract/tags.ts'
import { recordAudit } from '../audit/service.ts'
import { recordChange } from '../changes/service.ts'
import type { Db } from '../db/client.ts'
import type { UserRow } from '../db/tables/users.ts'
import { transaction } from '../db/transaction.ts'
import { Problem } from '../problem.ts'
import { cancelLinks } from './account-links.ts'
import { holdCaller } from './hold-caller.ts'
import { reauthenticate } from './reauthentication.ts'
import * as repository from './repository.ts'
import type { SignedInContext } from './sessions.ts'

export type ProfileInput = {
  name?: string
  email?: string
  profileImage?: string | null
  bio?: string
  showEmail?: boolean
  /** For another e-mail, where the sign-in was a while ago. */
  currentPassword?: string
}

/** @throws Problem `unauthenticated` where the account is gone. */
export async function readCurrentUser(ctx: SignedInContext): Promise<UserRow> {
  const user = await repository.findUser(ctx.db, ctx.actor.id)
  if (!user) throw new Problem('unauthenticated')
  return user
}

/**
 * Changes what `input` names and leaves the rest. Another e-mail is only noted: it takes effect when the link sent to it is
 * followed, and whether somebody has it already is not told before.
 * @throws Problem `unauthenticated`, and for another e-mail `reauthentication_needed` and `too_many_requests`.
 */
export async function updateProfile(ctx: SignedInContext, input: ProfileInput): Promise<UserRow> {
  if (input.email && !isSame(input.email, ctx.actor.email)) {
    await ctx.limits.take('account', ctx.actor.id)
    await reauthenticate(ctx, await readCurrentUser(ctx), input.currentPassword)
  }
  return transaction(ctx.db, async (tx) => {
    const before = await holdCaller(ctx, tx)
    const { name, profileImage, bio, showEmail, email } = input
    const address = email === undefined ? {} : await addressChange(ctx, tx, before, email)
    const change = { name, profileImage, bio, showEmail, ...address, updatedAt: ctx.now() }
    const after = await repository.markUser(tx, before.id, change)
    await tellReaders(ctx, tx, before, after)
    return after
  })
}

async function addressChange(
  ctx: SignedInContext,
  tx: Db,
  user: UserRow,
  email: string,
): Promise<{ email?: string; pendingEmail: string | null }> {
  // Links to an address that was asked for earlier lead nowhere from now on.
  await cancelLinks(tx, user.id, ['change_email'])
  if (isSame(email, user.email)) return { email, pendingEmail: null }
  const details = { from: user.email, to: email }
  await recordAudit(ctx, tx, { action: 'email_change_asked', userId: user.id, email: user.email, details })
  await ctx.queue.enqueue(tx, 'send-email-change', { userId: user.id })
  await ctx.queue.enqueue(tx, 'send-email-change-notice', { userId: user.id })
  return { pendingEmail: email }
}

/** Names the pages that show the person: an article notes its author's profile, the lists show names and pictures. */
async function tellReaders(ctx: SignedInContext, tx: Db, before: UserRow, after: UserRow): Promise<void> {
  const isShownInLists = before.name !== after.name || before.profileImage !== after.profileImage
  const isEmailShown = before.showEmail !== after.showEmail || (after.showEmail && before.email !== after.email)
  if (!isShownInLists && !isEmailShown && before.bio === after.bio) return
  if (before.name !== after.name) await ctx.queue.enqueue(tx, 'rename-author', { userId: after.id, from: before.name })
  const lists = isShownInLists ? await listsOf(tx, after.id) : []
  await recordChange(ctx, tx, [tags.profile(after.id), tags.author(after.id), ...lists])
}

async function listsOf(tx: Db, userId: string): Promise<string[]> {
  const places = await repository.listPlacesOf(tx, userId)
  const ofPlaces = places.flatMap(({ category, publication }) => [
    tags.category(category),
    ...(publication ? [tags.publication(publication.slug), tags.publication(publication.name)] : []),
  ])
  return [tags.all, ...ofPlaces]
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
