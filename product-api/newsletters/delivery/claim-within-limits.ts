import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { SendLimits } from '../settings.ts'
import { addToToday, holdNextTimes, holdToday, markNextTimes, placeInLine } from './allowance-repository.ts'
import { type Claimed, claimDue } from './ledger-repository.ts'

/** What is in no line yet may go out so much too early: a claim is for about as long. */
const aheadMs = 1_000

type Wanted = { sendId: string; now: Date; leaseUntil: Date; limit: number }
type Granted = {
  claimed: Claimed[]
  /** How many were looked at: those whose domain is full were given back with their place in its line. */
  looked: number
  /** Why fewer than could be: the limit of a second, or the day's. */
  waitsFor?: 'rate' | 'warm_up'
}

/**
 * Takes recipients that are due, as many as all limits together allow. The limits are counted in the database: any number of
 * processes keep them together, and a restart forgets nothing.
 */
export async function claimWithinLimits(db: Db, limits: SendLimits, wanted: Wanted): Promise<Granted> {
  if (!limits.perSecond && limits.perDomain.size === 0 && limits.warmUp.length === 0) {
    const claimed = await claimDue(db, wanted.sendId, wanted)
    return { claimed, looked: claimed.length }
  }
  return transaction(db, async (tx) => {
    const day = wanted.now.toISOString().slice(0, 10)
    const allowed = await allowedToday(tx, limits, day)
    if (allowed <= 0) return { claimed: [], looked: 0, waitsFor: 'warm_up' as const }
    const line = await holdLine(tx, limits, wanted.now)
    if (line && line.free <= 0) return { claimed: [], looked: 0, waitsFor: 'rate' as const }
    const limit = Math.min(wanted.limit, allowed, line?.free ?? wanted.limit)
    const due = await claimDue(tx, wanted.sendId, { ...wanted, limit })
    const claimed = await holdToDomains(tx, limits, wanted.now, due)
    await line?.take(claimed.length)
    if (limits.warmUp.length > 0) await addToToday(tx, day, claimed.length)
    return { claimed, looked: due.length }
  })
}

async function allowedToday(tx: Db, { warmUp }: SendLimits, day: string): Promise<number> {
  if (warmUp.length === 0) return Number.POSITIVE_INFINITY
  const { mails, daysBefore } = await holdToday(tx, day)
  const most = warmUp[daysBefore]
  return most === undefined ? Number.POSITIVE_INFINITY : most - mails
}

/** The line of all emails, held until the transaction ends: how many may go now, and how to say that so many do. */
async function holdLine(tx: Db, { perSecond }: SendLimits, now: Date) {
  if (!perSecond) return undefined
  const nextAt = (await holdNextTimes(tx, [''], now)).get('') ?? now
  const from = Math.max(nextAt.getTime(), now.getTime())
  return {
    free: Math.floor(((now.getTime() + aheadMs - from) * perSecond) / 1_000),
    take: async (mails: number) => {
      if (mails > 0) await markNextTimes(tx, new Map([['', new Date(from + (mails * 1_000) / perSecond)]]))
    },
  }
}

/** Of those whose domain has a limit, each gets a place in its line; who is not at the front of it is given back. */
async function holdToDomains(tx: Db, { perDomain }: SendLimits, now: Date, claimed: Claimed[]): Promise<Claimed[]> {
  const rateOf = (domain: string) => perDomain.get(domain) ?? perDomain.get('*')
  const unplaced = claimed.filter(({ domain, isPlaced }) => !isPlaced && rateOf(domain))
  if (unplaced.length === 0) return claimed
  const next = await holdNextTimes(tx, [...new Set(unplaced.map(({ domain }) => domain))], now)
  const later = new Map<string, { sendId: string; subscriberId: string; dueAt: Date }>()
  for (const { sendId, subscriberId, domain } of unplaced) {
    const dueAt = new Date(Math.max(next.get(domain)?.getTime() ?? 0, now.getTime()))
    next.set(domain, new Date(dueAt.getTime() + 1_000 / (rateOf(domain) ?? 1)))
    if (dueAt.getTime() > now.getTime() + aheadMs) later.set(subscriberId, { sendId, subscriberId, dueAt })
  }
  await markNextTimes(tx, next)
  await placeInLine(tx, [...later.values()])
  return claimed.filter(({ subscriberId }) => !later.has(subscriberId))
}
