import { allCategories } from '#contract/categories.ts'
import { type DigestFrequency, frequencyTable } from '#contract/frequencies.ts'
import type { Db } from '#platform/db/client.ts'
import { listNewsSince, type MailedStory } from '#stories/newsletter-stories.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Older stories are not news, even to subscribers who have not had them. */
export const oldestMs = 31 * dayMs
/** This many stories are in one email at most. */
export const storiesMost = 40

/** The stories of a list that are news, newest first. */
export function listNews(db: Db, category: string, now: Date): Promise<MailedStory[]> {
  return listNewsSince(db, filterOf(category), { since: new Date(now.getTime() - oldestMs), limit: storiesMost })
}

/**
 * The time since when stories are new to a subscriber: when they subscribed, but at least one period ago; never a time
 * before their pause ended.
 */
export function newSince(
  { confirmedAt, pausedUntil }: { confirmedAt: Date; pausedUntil: Date | null },
  frequency: DigestFrequency,
  now: Date,
): Date {
  const since = Math.min(confirmedAt.getTime(), now.getTime() - periodMs(frequency))
  return new Date(Math.max(since, pausedUntil?.getTime() ?? 0, now.getTime() - oldestMs))
}

const samplesLeast = 3

/** The stories a subscriber would get who has received nothing in the period; the newest ones if there is no news. */
export async function sampleStories(
  db: Db,
  { category, frequency }: { category: string; frequency: DigestFrequency },
  now: Date,
): Promise<MailedStory[]> {
  const since = new Date(now.getTime() - periodMs(frequency))
  const news = (await listNews(db, category, now)).filter(({ publishedAt }) => publishedAt && publishedAt > since)
  if (news.length > 0) return news
  return listNewsSince(db, filterOf(category), { since: new Date(0), limit: samplesLeast })
}

function filterOf(category: string): { category?: string } {
  return category === allCategories ? {} : { category }
}

/** How long one digest of a frequency covers. */
export function periodMs(frequency: DigestFrequency): number {
  return frequencyTable[frequency].digest.days * dayMs
}
