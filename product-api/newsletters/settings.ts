import type { MailAddress } from '#platform/mail/address.ts'
import type { Dkim } from '#platform/mail/dkim.ts'

/** What an operator decides about newsletters. */
export type NewsletterSettings = {
  /** Without one nothing is sent by hand. */
  sendCode: string | undefined
  from: MailAddress
  dkim: Dkim | undefined
  /** Where reports of undelivered emails arrive; by default they go to `from`. */
  bounceAddress: string | undefined
  /** What to do if it is unknown whether an email was taken: send again after a minute, or nothing. */
  uncertain: 'resend' | 'leave'
  limits: SendLimits
  /** The hour of a subscriber's morning. */
  digestHour: number
  /** Whether emails go to a mail server; else they are files. */
  hasMailServer: boolean
  /** The DNS servers to ask about the sending domain; the system's own by default. */
  dnsServers?: string[] | undefined
}

export type SendLimits = {
  /** All together; undefined for as many as go. */
  perSecond: number | undefined
  /** Domain → a second; `*` for each of the others. */
  perDomain: ReadonlyMap<string, number>
  /** How many on the first day on which anything is sent, on the second and so on; no limit after the last. */
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
