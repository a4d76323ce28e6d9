import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { dayMs } from '#platform/days.ts'
import type { SubscriberRow } from '#platform/db/tables/subscriptions.ts'
import { domainOf } from '#platform/mail/address.ts'

const refusedMs = 180 * dayMs

/** Whether an address's owner has refused confirmation emails, and the refusal still applies. */
export function isRefused({ refusedAt }: Pick<SubscriberRow, 'refusedAt'>, now: Date): boolean {
  return refusedAt !== null && refusedAt > refusedBefore(now)
}

/** Refusals before this time no longer apply. */
export function refusedBefore(now: Date): Date {
  return new Date(now.getTime() - refusedMs)
}

/** Whether a text names a time zone that this program knows, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  // Offsets such as `+02:00` are valid too, but a subscriber's morning needs a zone with summer time.
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(text)) return false
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: text })
    return true
  } catch {
    return false
  }
}

const disposable = disposableEmailBlocklistSet()

/** Whether an address is at a domain, or below one, that provides disposable addresses. */
export function isDisposable(email: string): boolean {
  const labels = domainOf(email).split('.')
  return labels.some((_, place) => disposable.has(labels.slice(place).join('.')))
}

/** `a…@example.com`: enough to recognise one's own address, and too little to learn another's. */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email].slice(0, 1).join('')}…${email.slice(at)}`
}
