import type { SubscriptionRow } from './repository.ts'

type AboutOne = { category?: string | null; publicationId?: string | null; authorId?: string | null }

/** Whether both are about the same category, publication or author. */
export function isSameTarget(one: AboutOne, other: AboutOne): boolean {
  const fields = ['category', 'publicationId', 'authorId'] as const
  return fields.every((field) => (one[field] ?? null) === (other[field] ?? null))
}

/** Whether emails go out for it. */
export function isLive({ confirmedAt, endedAt }: SubscriptionRow): boolean {
  return confirmedAt !== null && endedAt === null
}
