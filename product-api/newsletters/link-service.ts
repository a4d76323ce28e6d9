import type { Context } from '../context.ts'
import { isId } from '../db/id.ts'
import { Problem } from '../problem.ts'
import * as links from './link-repository.ts'
import { inWords, shortened } from './words.ts'

/**
 * What a mail's link is about; changes nothing.
 * @throws Problem `not_found`.
 */
export async function readLink(ctx: Context, uuid: string) {
  const row = await findLinked(ctx, uuid)
  const waits = isPending(row) ? await links.listPendingOf(ctx.db, row.subscriberId) : []
  return {
    email: shortened(row.email),
    about: inWords(row, ctx.productName),
    confirmed: row.confirmedAt !== null && row.endedAt === null,
    pending: waits.map((one) => inWords(one, ctx.productName)),
  }
}

/**
 * Confirms everything that waits at the address of a link: who has its mail has shown that it is theirs. Twice changes
 * nothing, and the link of something that was confirmed before confirms nothing else.
 * @throws Problem `not_found`, also for what has ended meanwhile.
 */
export async function confirm(ctx: Context, uuid: string): Promise<void> {
  const row = await findLinked(ctx, uuid)
  if (row.endedAt) {
    throw new Problem('not_found', { detail: 'This subscription has ended. You are welcome to subscribe again.' })
  }
  if (isPending(row)) await links.markPendingConfirmed(ctx.db, row.subscriberId, ctx.now())
}

/**
 * Ends a subscription, or with `all` everything that goes to its address. Twice changes nothing.
 * @throws Problem `not_found`.
 */
export async function unsubscribe(ctx: Context, uuid: string, { all }: { all: boolean }): Promise<void> {
  const { id, subscriberId } = await findLinked(ctx, uuid)
  await links.markEnded(ctx.db, all ? { subscriberId } : { id }, ctx.now())
}

/**
 * As a mail program's button does it: an unknown link is no fault that anybody could do something about.
 * @throws Problem `not_found` for what can't be one.
 */
export async function unsubscribeAtOnce(ctx: Context, uuid: string): Promise<void> {
  if (!isId(uuid)) throw unknownLink()
  const row = await links.findByUuid(ctx.db, uuid)
  if (row) await links.markEnded(ctx.db, { id: row.id }, ctx.now())
}

/** Only wrong guesses are counted: whole offices share an address, and so do mail programs. */
async function findLinked(ctx: Context, uuid: string): Promise<links.NamedSubscription> {
  const guesser = ctx.caller?.address ?? ''
  await ctx.limits.refuse('link', guesser)
  const row = isId(uuid) ? await links.findByUuid(ctx.db, uuid) : undefined
  if (row) return row
  await ctx.limits.take('link', guesser)
  throw unknownLink()
}

function isPending({ confirmedAt, endedAt }: links.NamedSubscription): boolean {
  return confirmedAt === null && endedAt === null
}

function unknownLink(): Problem {
  return new Problem('not_found', { detail: 'There is no such subscription' })
}
