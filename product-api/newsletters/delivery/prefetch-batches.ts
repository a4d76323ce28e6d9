import type { Context } from '#platform/context.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { listOpenSends } from '../audience/send-repository.ts'
import type { NewsletterSettings } from '../settings.ts'
import { claimWithinLimits } from './claim-batch.ts'
import type { LeftOut, Prepared, Preparer } from './compose-mails.ts'
import { asBefore, type Recorder } from './record-results.ts'

type Options = {
  context: Pick<Context, 'db' | 'now'>
  settings: Pick<NewsletterSettings, 'limits'>
  leaseMs: number
  prepare: Preparer
  recorder: Recorder
  /** How many recipients are taken in one go. */
  size: number
  /** Whether nothing more should be taken. */
  isOver: () => boolean
  onFault: (fault: unknown) => void
}

export type Supply = {
  /** The next email that can go out; undefined if none is due. */
  take(): Promise<Prepared | undefined>
  /** Whether the next email is at hand, without a question to the database. */
  hasReady(): boolean
  /** What was taken from the ledger and not picked up here, including what is just being taken. */
  rest(): Promise<Prepared[]>
  /** What held emails back that were due. */
  waitsFor(): 'rate' | 'warm_up' | undefined
}

/** A send whose emails can't be made at all holds up no others. */
const faultPauseMs = 60_000

/** Takes recipients from the ledger some time before they are needed, from all sends in turns. */
export function createSupply(options: Options): Supply {
  const { context, settings, leaseMs, prepare, recorder, size, isOver, onFault } = options
  const ready: Prepared[] = []
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
      const granted = await claimWithinLimits(db, settings.limits, wanted)
      const { claimed } = granted
      waitsFor ??= granted.waitsFor
      found += granted.looked
      if (claimed.length === 0) continue
      const prepared = await prepare(send, claimed).catch(async (fault: unknown): Promise<(Prepared | LeftOut)[]> => {
        onFault(fault)
        const later = new Date(now().getTime() + faultPauseMs)
        await Promise.all(claimed.map((one) => recorder.settle({ ...asBefore(one, later), reason: 'fault' })))
        return []
      })
      const leftOut = prepared.filter(isLeftOut)
      await Promise.all(leftOut.map(({ claimed: one, ...end }) => recorder.settle({ ...asBefore(one, now()), ...end })))
      ready.push(...prepared.filter((one) => 'compose' in one))
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
    rest: async () => {
      await filling?.catch(() => undefined)
      return ready.splice(0)
    },
    waitsFor: () => waitsFor,
    hasReady: () => ready.length > 0 && !isOver(),
    take: async () => {
      while (ready.length === 0 && !isEmpty && !isOver()) await refill()
      if (isOver()) return undefined
      const next = ready.shift()
      // Before the last one is gone: the next ones are looked up while these go out.
      if (ready.length < size / 2 && !isEmpty) refill().catch(() => undefined)
      return next
    },
  }
}

function isLeftOut(one: Prepared | LeftOut): one is LeftOut {
  return 'reason' in one
}
