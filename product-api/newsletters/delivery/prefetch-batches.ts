import type { Context } from '#platform/context.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { listOpenSends } from '../audience/send-repository.ts'
import type { NewsletterSettings } from '../settings.ts'
import { claimBatch } from './claim-batch.ts'
import type { LeftOut, MailComposer, PreparedMail } from './compose-mails.ts'
import { type Recorder, unsent } from './record-results.ts'

type Options = {
  context: Pick<Context, 'db' | 'now'>
  settings: Pick<NewsletterSettings, 'limits'>
  leaseMs: number
  composeMails: MailComposer
  recorder: Recorder
  /** How many recipients are claimed at once. */
  size: number
  /** Whether claiming should stop. */
  isOver: () => boolean
  onFault: (fault: unknown) => void
}

/** A send whose emails can't be composed at all does not block the others. */
const faultPauseMs = 60_000

/** Claims and composes batches before the lanes need them, taking turns between all open sends. */
export function createPrefetch(options: Options) {
  const { context, settings, leaseMs, composeMails, recorder, size, isOver, onFault } = options
  const ready: PreparedMail[] = []
  let filling: Promise<void> | undefined
  let isEmpty = false
  let turn = 0
  let waitsFor: 'rate' | 'warm_up' | undefined

  async function fill(): Promise<void> {
    const { db, now } = context
    let found = 0
    waitsFor = undefined
    const open = isOver() ? [] : await listOpenSends(db)
    turn++
    for (const [index] of open.entries()) {
      // Another one begins each time: a large send never blocks a small one for long.
      const send = open[(index + turn) % open.length] as SendRow
      if (ready.length >= size) break
      const at = now()
      const wanted = { sendId: send.id, now: at, leaseUntil: new Date(at.getTime() + leaseMs), limit: size }
      const batch = await claimBatch(db, settings.limits, wanted)
      const { claimed } = batch
      waitsFor ??= batch.waitsFor
      found += batch.found
      if (claimed.length === 0) continue
      const mails: (PreparedMail | LeftOut)[] = await composeMails(send, claimed).catch(async (fault: unknown) => {
        onFault(fault)
        const later = new Date(now().getTime() + faultPauseMs)
        await Promise.all(claimed.map((one) => recorder.record({ ...unsent(one, later), reason: 'fault' })))
        return []
      })
      const leftOut = mails.filter((one) => 'reason' in one)
      await Promise.all(leftOut.map(({ claimed: one, ...end }) => recorder.record({ ...unsent(one, now()), ...end })))
      ready.push(...mails.filter((one) => 'compose' in one))
    }
    isEmpty = found === 0
  }

  const refill = () => {
    filling ??= fill().finally(() => {
      filling = undefined
    })
    return filling
  }

  return {
    /** The claimed emails that were not taken, including those of a batch still being claimed. */
    drainRest: async () => {
      await filling?.catch(() => undefined)
      return ready.splice(0)
    },
    /** The limit that holds back emails that are due. */
    waitsFor: () => waitsFor,
    /** Whether the next email is ready without another query. */
    hasReady: () => ready.length > 0 && !isOver(),
    /** The next email that can go out; undefined if none is due. */
    take: async (): Promise<PreparedMail | undefined> => {
      while (ready.length === 0 && !isEmpty && !isOver()) await refill()
      if (isOver()) return undefined
      const next = ready.shift()
      // Refilled in the background before the last one is taken.
      if (ready.length < size / 2 && !isEmpty) refill().catch(() => undefined)
      return next
    },
  }
}
