import type { Context } from '#platform/context.ts'
import type { Answer, BulkTransport, Lane } from '#platform/mail/bulk/bulk-transport.ts'
import { createSigner } from '#platform/mail/bulk/sign-dkim.ts'
import type { NewsletterSettings } from '../settings.ts'
import { createPreparer, type Prepared } from './compose-mails.ts'
import type { Claimed, Settlement } from './ledger-repository.ts'
import { pauseForNoAnswer, pauseForRefusals } from './pause-sends.ts'
import { createSupply } from './prefetch-batches.ts'
import { asBefore, createRecorder, settlementOf } from './record-results.ts'

export type SenderOptions = {
  context: Context
  settings: NewsletterSettings
  transport: BulkTransport
  /**
   * Told of an email that the server refused, after that is written down. @returns whether it says nothing of the
   * mailbox.
   */
  onRefused?: (refused: {
    claimed: Claimed
    code: number
    text: string
    command: string
    to: string
  }) => Promise<boolean>
  onFault: (fault: unknown) => void
  /** How long a process has for what it took; then another one may take it. */
  leaseMs?: number
}

export type Sender = {
  /** Sends what is due now, all of it, until told to stop. @returns what held emails back that are due. */
  drain(until?: AbortSignal): Promise<'no_answer' | 'rate' | 'warm_up' | undefined>
  close(): void
}

/** An email is begun only as long as it can end before its lease does. */
const reserveShare = 0.5
/** After this many refusals in a row that are about the email, not its recipient, a person should look. */
const refusalsMost = 20

/**
 * Sends the emails of all sends that are under way, over parallel lanes. That an email is begun, and how its lane's last one
 * ended, is committed once the mail server is ready for it and before it is handed over: whatever dies, at most one email of
 * each lane is in doubt.
 */
export function createSender({
  context,
  settings,
  transport,
  onRefused,
  onFault,
  leaseMs = 120_000,
}: SenderOptions): Sender {
  const { db, now, productName, publicUrl, contactEmail } = context
  const site = { productName, publicUrl, contactEmail }
  const sign = settings.dkim && createSigner(settings.dkim)
  const prepare = createPreparer(context, { site, settings, sign })
  const recorder = createRecorder({ db, now, onFault })
  const lanes: Lane[] = Array.from({ length: transport.lanes }, () => transport.openLane())

  async function drain(until?: AbortSignal) {
    const silent = new AbortController()
    let isRefused = false
    const supply = createSupply({
      context,
      settings,
      leaseMs,
      prepare,
      recorder,
      size: lanes.length * 8,
      isOver: () => silent.signal.aborted || (until?.aborted ?? false),
      onFault,
    })
    const ended = await Promise.allSettled(lanes.map((lane) => work(lane)))
    // What was taken and not sent counts against no recipient.
    const rest = await supply.rest()
    await Promise.all(rest.map(({ claimed }) => recorder.settle(asBefore(claimed, now()))))
    // Those that came after the pause: the other lanes' emails were still under way.
    if (isRefused && refusals.length > 0) await pauseAfterRefusals(refusals.at(-1)?.text ?? '')
    const fault = ended.find((one) => one.status === 'rejected')
    if (fault) throw fault.reason
    return silent.signal.aborted ? ('no_answer' as const) : supply.waitsFor()

    async function work(lane: Lane): Promise<void> {
      let ended: Settlement | undefined
      const writeDown = async () => {
        const last = ended
        ended = undefined
        if (last) await recorder.settle(last)
      }
      try {
        for (;;) {
          if (!supply.hasReady()) await writeDown()
          const next = await supply.take()
          if (!next) return
          const before = ended
          ended = undefined
          ended = await sendOne(lane, next, before)
        }
      } finally {
        await writeDown()
      }
    }

    /**
     * @param before The end of the lane's last email, still to be written down.
     * @returns that of this one, if it is to be written down with the beginning of the next.
     */
    async function sendOne(
      lane: Lane,
      { claimed, compose }: Prepared,
      before: Settlement | undefined,
    ): Promise<Settlement | undefined> {
      const hasTime = () => claimed.leaseUntil.getTime() - now().getTime() >= leaseMs * reserveShare
      let open = before ? [before] : []
      // It may be another process's by the time the server answers.
      if (!hasTime()) return void (await recorder.settle(...open, asBefore(claimed, now())))
      const mail = await compose().catch(onFault)
      let mayGo = true
      const begin = async () => {
        open = []
        mayGo = await recorder.begin(claimed, before)
        return mayGo
      }
      const answer: Answer = mail
        ? await lane.deliver(mail, begin)
        : { kind: 'later', code: 0, text: 'It could not be written' }
      // Another process may have it: that one writes down what becomes of it.
      if (!mayGo) return undefined
      const settlement = settlementOf(claimed, answer, { uncertain: settings.uncertain, now: now() })
      if (answer.kind === 'taken') {
        failures.count = 0
        refusals.length = 0
        // The next one begins, or fails, within the same share of a lease.
        if (hasTime()) return settlement
      }
      await recorder.settle(...open, settlement)
      if (mail && answer.kind === 'refused') {
        const { code, text, command } = answer
        const isAboutUs = await onRefused?.({ claimed, to: mail.to, code, text, command }).catch(onFault)
        if (isAboutUs) await noteRefusal({ claimed, text })
      }
      if (answer.kind === 'no_answer') await holdAll(answer)
      else failures.count = 0
      return undefined
    }

    async function noteRefusal(refusal: { claimed: Claimed; text: string }): Promise<void> {
      refusals.push(refusal)
      if (refusals.length < refusalsMost) return
      silent.abort()
      isRefused = true
      await pauseAfterRefusals(refusal.text)
    }

    async function pauseAfterRefusals(text: string): Promise<void> {
      const these = refusals.splice(0)
      await pauseForRefusals(
        context,
        text,
        these.map(({ claimed }) => claimed),
      ).catch((fault: unknown) => {
        refusals.unshift(...these)
        onFault(fault)
      })
    }

    async function holdAll(answer: Answer): Promise<void> {
      if (silent.signal.aborted) return
      silent.abort()
      failures.count++
      await pauseForNoAnswer(context, answer.text, failures.count).catch(onFault)
    }
  }

  const failures = { count: 0 }
  /** One after the other, with no email taken in between. */
  const refusals: { claimed: Claimed; text: string }[] = []
  const close = () => {
    for (const lane of lanes) lane.close()
  }
  return { drain, close }
}
