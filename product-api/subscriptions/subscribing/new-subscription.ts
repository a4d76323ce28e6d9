import { randomUUID } from 'node:crypto'
import { newId } from '#platform/db/id.ts'
import type { Frequency, SubscriptionRow, Target } from './repository.ts'

type Times = Pick<SubscriptionRow, 'askedAt' | 'confirmedAt'>

/** The row of a subscription that an address did not have. */
export function newRow(
  subscriberId: string,
  target: Target,
  frequency: Frequency = usualFrequency(target),
  times: Times,
) {
  const id = newId(times.askedAt)
  return { id, uuid: randomUUID(), subscriberId, ...target, frequency, ...times, createdAt: times.askedAt }
}

/** Followers want to hear when an author writes; a category has too many stories for that. */
export function usualFrequency(about: Target | SubscriptionRow): Frequency {
  return 'category' in about && about.category ? 'weekly' : 'published'
}
