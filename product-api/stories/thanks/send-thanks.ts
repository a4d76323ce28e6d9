import { readCurrentUser } from '#accounts/users.ts'
import type { SignedInContext } from '#platform/context.ts'
import { isId, newId } from '#platform/db/id.ts'
import type { ThanksRow } from '#platform/db/tables/thanks.ts'
import { transaction } from '#platform/db/transaction.ts'
import { composeMail } from '#platform/mail/compose.ts'
import { notFound, Problem } from '#platform/problem.ts'
import type { JobContext } from '#platform/queue/handlers.ts'
import * as repository from './repository.ts'
import { thanksMail } from './thanks-mail.ts'

/**
 * Sends one private line to the writer of a published story, once for each reader and story. A blocked reader's is
 * stored like any other, and withheld from the writer: the reader must not notice.
 * @throws Problem `not_found`, `not_possible` if nobody would get it, `forbidden` until the caller's address is proven,
 * `already_done`, `too_many_requests`.
 */
export async function sendThanks(ctx: SignedInContext, contentId: string, words: string): Promise<ThanksRow> {
  const readerId = ctx.actor.id
  const writerId = await findWriter(ctx, contentId)
  const { emailProvenAt } = await readCurrentUser(ctx)
  if (!emailProvenAt) {
    throw new Problem('forbidden', { detail: 'Please confirm your email address before you thank a writer.' })
  }
  if (await repository.findThanksOf(ctx.db, readerId, contentId)) throw alreadyThanked()
  await ctx.limits.take('thanks', readerId, 'You’ve thanked for twenty stories within a day.')
  const isThere = async ({ id }: ThanksRow) => (await repository.findThanks(ctx.db, id)) !== undefined
  return transaction(
    ctx.db,
    async (tx) => {
      const now = ctx.now()
      const isWithheld = await repository.isBlocked(tx, { writerId, readerId })
      const row = { id: newId(now), contentId, writerId, readerId, words, isWithheld, createdAt: now }
      const sent = await repository.insertThanks(tx, row)
      if (!sent) throw alreadyThanked()
      // For a withheld one too, so that both take the same time.
      await ctx.queue.enqueue(tx, 'send-thanks', { thanksId: sent.id })
      return sent
    },
    { isThere },
  )
}

async function findWriter({ db, actor }: SignedInContext, contentId: string): Promise<string> {
  const story = isId(contentId) ? await repository.findThankable(db, contentId) : undefined
  if (!story) throw notFound('story')
  if (!story.writerId) {
    throw new Problem('not_possible', { detail: 'The writer of this story has no account, so nobody would read it.' })
  }
  if (story.writerId === actor.id) throw new Problem('not_possible', { detail: 'This story is your own.' })
  return story.writerId
}

function alreadyThanked(): Problem {
  return new Problem('already_done', { detail: 'You’ve thanked the writer of this story already.' })
}

/** The caller's own line about a story, whatever became of it. */
export async function findOwnThanks(ctx: SignedInContext, contentId: string): Promise<ThanksRow | undefined> {
  return isId(contentId) ? repository.findThanksOf(ctx.db, ctx.actor.id, contentId) : undefined
}

/** Emails a line to its writer, who has asked for such emails; at most fifty a day. All of them are on the page. */
export async function mailThanks(ctx: JobContext, { thanksId }: { thanksId: string }): Promise<void> {
  const found = await repository.findThanksMail(ctx.db, thanksId)
  if (!found || !(await ctx.limits.tryTake('thanksMail', found.writer.id))) return
  const { name, email: address } = found.writer
  try {
    await ctx.mailer.send({ to: { name, address }, ...composeMail(ctx, thanksMail(ctx, found)) })
  } catch (fault) {
    // A failed attempt must not count against the retry.
    await ctx.limits.refund('thanksMail', found.writer.id)
    throw fault
  }
}
