import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { domainOf } from '#platform/mail/domain-of.ts'

const disposable = disposableEmailBlocklistSet()

/** Whether an address is at a domain, or below one, that gives addresses away to be thrown away. */
export function isDisposable(email: string): boolean {
  const labels = domainOf(email).split('.')
  return labels.some((_, place) => disposable.has(labels.slice(place).join('.')))
}
