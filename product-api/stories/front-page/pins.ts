import { findUser } from '#accounts/users.ts'
import { pinDaysMost } from '#contract/front-page.ts'
import { tags } from '#contract/tags.ts'
import { type AuditEvent, recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { SignedInContext } from '#platform/context.ts'
import { dayMs, dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { invalidField, notFound, Problem } from '#platform/problem.ts'
import { findId, slugInAddress } from '../load-story.ts'
import { deletePin, findPinnable, listPins, lockPins, type PinRow, putPin } from './repository.ts'

export type { PinRow }

const leadPlace = 1
const secondPlaces = [2, 3]

type Wanted = { place: 'lead' | 'second'; endsAt: Date }
type Pinnable = NonNullable<Awaited<ReturnType<typeof findPinnable>>>

/** The pins that have not ended, by place. */
export function listPinned({ db, now }: SignedInContext): Promise<PinRow[]> {
  return listPins(db, now())
}

/**
 * Pins a story to the front page, for administrators; the route checks that. There are three places: a pin of a taken
 * one replaces what is there, of the two seconds the one that was pinned first.
 * @returns the title of the story that it replaces.
 * @throws Problem `bad_request` for an end in the past or too far away, `not_found`, and `not_possible` for a story that is
 * not public.
 */
export function pinStory(
  ctx: SignedInContext,
  idOrSlug: string,
  { place, endsAt }: Wanted,
): Promise<string | undefined> {
  const now = ctx.now()
  if (endsAt <= now) throw invalidField('ends_at', 'Please choose a time in the future.')
  if (endsAt.getTime() > now.getTime() + pinDaysMost * dayMs) {
    throw invalidField('ends_at', `A story is pinned for at most ${pinDaysMost} days.`)
  }
  return transaction(ctx.db, async (tx) => {
    await lockPins(tx)
    const story = await findStory(tx, idOrSlug)
    await refuseHidden(tx, story)
    const others = (await listPins(tx, now)).filter(({ id }) => id !== story.id)
    const taken = place === 'lead' ? leadPlace : secondPlaceFor(others)
    const replaced = others.find((pin) => pin.place === taken)
    await putPin(tx, { place: taken, contentId: story.id, endsAt, pinnedAt: now, pinnedBy: ctx.actor.id })
    await recordPin(ctx, tx, story, {
      action: 'story_pinned',
      details: { place, until: dayOf(endsAt), ...(replaced && { replaced: replaced.title }) },
    })
    return replaced?.title
  })
}

/** @throws Problem `not_found` for a story that is not pinned. */
export function unpinStory(ctx: SignedInContext, idOrSlug: string): Promise<void> {
  return transaction(ctx.db, async (tx) => {
    await lockPins(tx)
    const story = await findStory(tx, idOrSlug)
    if (!(await deletePin(tx, story.id))) throw new Problem('not_found', { detail: 'This story is not pinned.' })
    await recordPin(ctx, tx, story, { action: 'story_unpinned' })
  })
}

/** A free place; a story that readers can't see has lost its own. Else the one that was pinned first. */
function secondPlaceFor(others: readonly PinRow[]): number {
  const shown = others.filter(({ isShown }) => isShown)
  const free = secondPlaces.find((place) => !shown.some((pin) => pin.place === place))
  const seconds = shown.filter(({ place }) => secondPlaces.includes(place))
  const [first] = seconds.toSorted((one, other) => one.pinnedAt.getTime() - other.pinnedAt.getTime())
  return free ?? first?.place ?? leadPlace
}

async function findStory(tx: Db, idOrSlug: string): Promise<Pinnable> {
  const id = await findId(tx, slugInAddress(idOrSlug))
  const story = id ? await findPinnable(tx, id) : undefined
  if (!story) throw notFound('story')
  return story
}

async function refuseHidden(tx: Db, { isDraft, authorId }: Pinnable): Promise<void> {
  if (isDraft) throw new Problem('not_possible', { detail: 'Only a published story can be pinned.' })
  const author = authorId ? await findUser(tx, authorId) : undefined
  if (author?.suspendedAt) throw new Problem('not_possible', { detail: 'The author of this story is suspended.' })
}

async function recordPin(
  ctx: SignedInContext,
  tx: Db,
  { id, title, authorId }: Pinnable,
  { action, details }: Pick<AuditEvent, 'action' | 'details'>,
): Promise<void> {
  const author = authorId ? await findUser(tx, authorId) : undefined
  const about = { userId: author?.id, email: author?.email }
  await recordAudit(ctx, tx, { action, ...about, details: { story: id, title, ...details } })
  await recordChange(ctx, tx, [tags.frontPage])
}
