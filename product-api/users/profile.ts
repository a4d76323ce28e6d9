import { tags } from '#contract/tags.ts'
import { recordAudit } from '../audit/service.ts'
import { recordChange } from '../changes/service.ts'
import type { Db } from '../db/client.ts'
import type { UserRow } from '../db/tables/users.ts'
import { transaction } from '../db/transaction.ts'
import { Problem } from '../problem.ts'
import { withinAccountLimit } from './account-limit.ts'
import { cancelLinks } from './account-links.ts'
import { holdCaller } from './hold-caller.ts'
import { proofKeyOf } from './proof-limit.ts'
import { reauthenticate } from './reauthentication.ts'
import * as repository from './repository.ts'
import { isSameAddress } from './same-address.ts'
import type { SignedInContext } from './sessions.ts'

export type ProfileInput = {
  name?: string
  email?: string
  profileImage?: string | null
  bio?: string
  showEmail?: boolean
  /** For another e-mail, where the sign-in was a while ago. */
  currentPassword?: string
  /** Takes back a change of e-mail that waits to be confirmed. */
  cancelEmailChange?: boolean
}

/** @throws Problem `unauthenticated` where the account is gone. */
export async function readCurrentUser(ctx: SignedInContext): Promise<UserRow> {
  const user = await repository.findUser(ctx.db, ctx.actor.id)
  if (!user) throw new Problem('unauthenticated')
  return user
}

/**
 * Changes what `input` names and leaves the rest. Another e-mail is only noted: it takes effect when the link sent to it is
 * followed, and whether somebody has it already is not told before. The present one, which a form sends along, leaves such a
 * change as it is.
 * @throws Problem `unauthenticated`, and for another e-mail `reauthentication_needed` and `too_many_requests`.
 */
export async function updateProfile(ctx: SignedInContext, input: ProfileInput): Promise<UserRow> {
  const isAnother = (user: UserRow) => input.email !== undefined && !isSameAddress(input.email, user.email)
  const known = await readCurrentUser(ctx)
  if (isAnother(known)) await mayMove(ctx, known, input)
  const update = async (tx: Db) => {
    const before = await holdCaller(ctx, tx)
    // It was the present one: the account has moved in between, and nobody has shown that it shall move back.
    if (isAnother(before) && !isAnother(known)) {
      const detail = 'The e-mail address of your account was changed in the meantime. Please load the page again.'
      throw new Problem('reauthentication_needed', { detail })
    }
    const { name, profileImage, bio, showEmail } = input
    const address = await addressChange(ctx, tx, before, input)
    const change = { name, profileImage, bio, showEmail, ...address, updatedAt: ctx.now() }
    const after = await repository.markUser(tx, before.id, change)
    await tellReaders(ctx, tx, before, after)
    return after
  }
  const isThere = async ({ updatedAt }: UserRow) =>
    (await readCurrentUser(ctx)).updatedAt.getTime() === updatedAt.getTime()
  return transaction(ctx.db, update, { isThere })
}

async function mayMove(ctx: SignedInContext, user: UserRow, { email = '', currentPassword }: ProfileInput) {
  await withinAccountLimit(ctx, () => reauthenticate(ctx, user, currentPassword))
  // Beyond it no mail would go out, and the link of the one before would be cancelled for nothing.
  await ctx.limits.take('proofPair', proofKeyOf({ userId: user.id, email }))
}

async function addressChange(
  ctx: SignedInContext,
  tx: Db,
  user: UserRow,
  { email = user.email, cancelEmailChange = false }: ProfileInput,
): Promise<{ email?: string; pendingEmail?: string | null }> {
  const isAnother = !isSameAddress(email, user.email)
  // Links to an address that was asked for earlier lead nowhere from now on.
  if (isAnother || cancelEmailChange) await cancelLinks(tx, user.id, ['change_email'])
  if (!isAnother) return { email, ...(cancelEmailChange && { pendingEmail: null }) }
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
