import type { SubscriberRow } from '#platform/db/tables/subscriptions.ts'

const refusedMs = 180 * 24 * 60 * 60 * 1000

/** Whether an address's owner has refused to be asked, and that still applies. */
export function isRefused({ refusedAt }: Pick<SubscriberRow, 'refusedAt'>, now: Date): boolean {
  return refusedAt !== null && refusedAt > refusedBefore(now)
}

/** What was refused before then may be asked again. */
export function refusedBefore(now: Date): Date {
  return new Date(now.getTime() - refusedMs)
}
