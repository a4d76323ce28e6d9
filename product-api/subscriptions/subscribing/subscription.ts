import { randomUUID } from 'node:crypto'
import { type Category, categoryName } from '#contract/categories.ts'
import { type Frequency, frequencyTable, usualFrequency } from '#contract/frequencies.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { SubscriptionRow } from './repository.ts'

type AboutOne = Partial<Pick<SubscriptionRow, 'category' | 'publicationId' | 'authorId'>>

/** Whether both are about the same category, publication or author. */
export function isSameTarget(one: AboutOne, other: AboutOne): boolean {
  const fields = ['category', 'publicationId', 'authorId'] as const
  return fields.every((field) => (one[field] ?? null) === (other[field] ?? null))
}

/** Whether emails go out for it. */
export function isLive({ confirmedAt, endedAt }: SubscriptionRow): boolean {
  return confirmedAt !== null && endedAt === null
}

type Times = Pick<SubscriptionRow, 'askedAt' | 'confirmedAt'> & { askedOn?: string | null | undefined }

/** A new row for a subscription. */
export function newSubscriptionRow(subscriberId: string, target: AboutOne, frequency: Frequency, times: Times) {
  const id = newId(times.askedAt)
  return { id, uuid: randomUUID(), subscriberId, ...target, frequency, ...times, createdAt: times.askedAt }
}

/** The frequency of a subscription that none was chosen for. */
export function usualFrequencyOf({ site }: Pick<Context, 'site'>, { category }: AboutOne): Frequency {
  return usualFrequency({ isOfCategory: Boolean(category), ofSite: site.now.default_frequency })
}

type Subject = { category: string | null; publicationName: string | null; authorName: string | null }

/** A subscription as people read it: `Technology, weekly`. */
export function describeSubscription(
  about: Subject & { frequency: Frequency },
  categories: readonly Category[],
): string {
  return `${describeSubject(about, categories)}, ${frequencyTable[about.frequency].words}`
}

/** Names the target of a subscription: a category, a publication or an author. */
export function describeSubject(
  { category, publicationName, authorName }: Subject,
  categories: readonly Category[],
): string {
  if (category) return categoryName(category, categories)
  if (publicationName) return publicationName
  return `Stories by ${authorName ?? 'an author'}`
}
