import type { MailingRow } from '#platform/db/tables/newsletters.ts'

/** What decides whom an author may email. */
export type Standing = {
  isProven: boolean
  isSuspended: boolean
  isAdmin: boolean
  isApproved: boolean
  /** How many of the author's stories have been public for a week, counted up to `provenStories`. */
  storiesForAWeek: number
  /** Another story of the author's goes to the subscribers of a category today. */
  hasMailedToday: boolean
}

/** To whom a story goes when it is published with 'Send Newsletter', and why not to more. */
export type Reach = { to: 'everyone' | 'followers' | 'nobody'; reason: MailingRow['reason'] }

/** So many stories that have been public for a week let an author's next ones go to the subscribers of a category. */
export const provenStories = 3

/** Whom an author may email now (docs/decisions/038-who-may-mail-whom.md). */
export function reachOf(author: Standing | undefined): Reach {
  if (!author) return { to: 'nobody', reason: 'no_author' }
  if (author.isSuspended) return { to: 'nobody', reason: 'suspended' }
  if (!author.isProven) return { to: 'nobody', reason: 'unproven' }
  const isTrusted = author.isAdmin || author.isApproved || author.storiesForAWeek >= provenStories
  if (!isTrusted) return { to: 'followers', reason: 'new_author' }
  return author.hasMailedToday ? { to: 'followers', reason: 'one_a_day' } : { to: 'everyone', reason: null }
}
