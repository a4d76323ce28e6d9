import { allCategories } from '#contract/categories.ts'
import type { NewsItem } from '#stories/newsletter-stories.ts'

/** The target of a subscription: a list, a publication or an author. */
type Followed = { category: string | null; publicationId: string | null; authorId: string | null }

export type NewsIndex = (followed: Followed) => readonly NewsItem[]

/**
 * Indexes news items by list, publication and author. Takes the items newest first, and returns them so. A category has
 * only the stories that go to its subscribers.
 */
export function newsIndex(items: readonly NewsItem[]): NewsIndex {
  const ofCategories = items.filter(({ goesToSubscribers }) => goesToSubscribers)
  const byCategory = Map.groupBy(ofCategories, ({ category }) => category)
  const byPublication = Map.groupBy(items, ({ publicationId }) => publicationId)
  const byAuthor = Map.groupBy(items, ({ authorId }) => authorId)
  return ({ category, publicationId, authorId }) => {
    if (category === allCategories) return ofCategories
    if (category) return byCategory.get(category) ?? []
    return (publicationId ? byPublication.get(publicationId) : authorId && byAuthor.get(authorId)) || []
  }
}

/** The newest items of a list that were published after `since` and are not in `had`. */
export function newestOf(
  items: readonly NewsItem[],
  { since, had, most }: { since: Date; had: ReadonlySet<string>; most: number },
): NewsItem[] {
  const found: NewsItem[] = []
  for (const item of items) {
    if (item.publishedAt <= since || found.length === most) break
    if (!had.has(item.id)) found.push(item)
  }
  return found
}

/** Merges several lists: each item once, newest first. */
export function mergeLists(lists: readonly NewsItem[][]): NewsItem[] {
  const byId = new Map(lists.flat().map((item) => [item.id, item]))
  return [...byId.values()].sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? 1 : -1))
}
