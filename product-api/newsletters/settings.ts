import type { MailAddress } from '#platform/mail/address.ts'
import type { Dkim } from '#platform/mail/dkim.ts'

/** The operator's settings of newsletters. */
export type NewsletterSettings = {
  /** The code that an administrator types to send a campaign; without it campaigns are switched off. */
  sendCode: string | undefined
  from: MailAddress
  dkim: Dkim | undefined
  /** Where reports of undelivered emails arrive; by default they go to `from`. */
  bounceAddress: string | undefined
  /** Says what follows if it is unknown whether the mail server accepted an email: another try after a minute, or nothing. */
  uncertain: 'resend' | 'leave'
  limits: SendLimits
  /** The hour of a subscriber's morning. */
  digestHour: number
  /** Whether emails go to a mail server; otherwise they are saved as files. */
  hasMailServer: boolean
  /** The DNS servers to ask about the sending domain; the system's own by default. */
  dnsServers?: string[] | undefined
}

export type SendLimits = {
  /** For all emails together; undefined for no limit. */
  perSecond: number | undefined
  /** Domain → emails a second; `*` for each other domain. */
  perDomain: ReadonlyMap<string, number>
  /** The most emails on the first day of sending, the second and so on; no limit after the last. */
  warmUp: readonly number[]
}

/** E.g. `gmail.com=20,*=50`; undefined for anything else. */
export function readDomainLimits(text: string): Map<string, number> | undefined {
  const limits = new Map<string, number>()
  for (const part of text.split(',')) {
    if (part.trim() === '') continue
    const [, domain, perSecond] = /^([a-z0-9.-]{1,253}|\*)\s*=\s*(\d{1,6}(?:\.\d{1,3})?)$/i.exec(part.trim()) ?? []
    if (!domain || !Number(perSecond)) return undefined
    limits.set(domain.toLowerCase(), Number(perSecond))
  }
  return limits
}

/** E.g. `50,100,500`; undefined for anything else. */
export function readWarmUp(text: string): number[] | undefined {
  const days = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return days.every((day) => /^[1-9]\d{0,8}$/.test(day)) ? days.map(Number) : undefined
}
