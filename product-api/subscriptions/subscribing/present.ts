import type { Subscription } from '#contract/newsletters.ts'
import { describeSubscription } from './describe-subscription.ts'
import type { NamedSubscription } from './link-repository.ts'

export function presentSubscription(row: NamedSubscription, productName: string): Subscription {
  return {
    uuid: row.uuid,
    email: row.email,
    about: describeSubscription(row, productName),
    category: row.category,
    frequency: row.frequency,
    following_publication: row.publicationSlug,
    following_author: row.authorId,
    author_name: row.authorName,
    confirmed: row.confirmedAt !== null,
  }
}
