import type { Context } from '#platform/context.ts'
import type { Answer, BulkTransport, Lane } from '#platform/mail/bulk/bulk-transport.ts'
import { createSigner } from '#platform/mail/bulk/sign-dkim.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { Claimed } from './claim-batch.ts'
import { createMailComposer, type PreparedMail } from './compose-mails.ts'
import { pauseForNoAnswer, pauseForRefusals } from './pause-sends.ts'
import { createPrefetch } from './prefetch-batches.ts'
import { createRecorder, type DeliveryResult, resultOf, unsent } from './record-results.ts'

export type SenderOptions = {
  context: Context
  settings: NewsletterSettings
  transport: BulkTransport
  /**
   * Called for an email that the server refused, after that is recorded.
   * @returns whether the refusal is about us, not about the mailbox.
   */
  onRefused?: (refused: {
    claimed: Claimed
    code: number
    text: string
    command: string
    to: string
  }) => Promise<boolean>
  onFault: (fault: unknown) => void
  /** How long a process has for the recipients that it claimed; then another process may claim them. */
  leaseMs?: number
}

export type Sender = {
  /** Sends everything that is due now, until stopped. @returns the limit or silence that held back emails that are due. */
  drain(until?: AbortSignal): Promise<'no_answer' | 'rate' | 'warm_up' | undefined>
  close(): void
}

/** An email is begun only if this share of its lease is left, so that it ends before the lease does. */
const reserveShare = 0.5
/** After this many refusals in a row that are about us or the email, an administrator should look. */
const refusalsMost = 20

/**
 * Delivers the emails of all open sends over parallel lanes. Each handover is committed together with the result of the
 * lane's previous email, once the mail server is ready and before the email is handed over: whatever crashes, at most one
 * email of each lane is in doubt.
 */
export function createSender({
  context,
  settings,
  transport,
  onRefused,
  onFault,
  leaseMs = 120_000,
}: SenderOptions): Sender {
  const { db, now } = context
  const sign = settings.dkim && createSigner(settings.dkim)
  const composeMails = createMailComposer(context, { site: context, settings, sign })
  const recorder = createRecorder({ db, now, onFault })
  const lanes: Lane[] = Array.from({ length: transport.lanes }, () => transport.openLane())
  /** How often the server was silent since it last answered. */
  let silences = 0
  /** Refusals about us, in a row with no email accepted in between. */
  const refusals: Claimed[] = []
  let lastRefusal = ''

  async function drain(until?: AbortSignal) {
    const stopped = new AbortController()
    let isRefused = false
    const prefetch = createPrefetch({
      context,
      settings,
      leaseMs,
      composeMails,
      recorder,
      size: lanes.length * 8,
      isOver: () => stopped.signal.aborted || (until?.aborted ?? false),
      onFault,
    })
    const ended = await Promise.allSettled(lanes.map((lane) => runLane(lane)))
    // Recipients that were claimed and not sent are given back without a try counted.
    const rest = await prefetch.drainRest()
    await Promise.all(rest.map(({ claimed }) => recorder.record(unsent(claimed, now()))))
    // Refusals that came after the pause, of emails that the other lanes were still sending.
    if (isRefused && refusals.length > 0) await pauseAfterRefusals()
    const fault = ended.find((one) => one.status === 'rejected')
    if (fault) throw fault.reason
    return stopped.signal.aborted ? ('no_answer' as const) : prefetch.waitsFor()

    async function runLane(lane: Lane): Promise<void> {
      let unrecorded: DeliveryResult | undefined
      const recordLast = async () => {
        const last = unrecorded
        unrecorded = undefined
        if (last) await recorder.record(last)
      }
      try {
        for (;;) {
          if (!prefetch.hasReady()) await recordLast()
          const next = await prefetch.take()
          if (!next) return
          const previous = unrecorded
          unrecorded = undefined
          unrecorded = await deliver(lane, next, previous)
        }
      } finally {
        await recordLast()
      }
    }

    /**
     * @param previous The result of the lane's last email, still to be recorded.
     * @returns the result of this one, if it is to be recorded with the next handover.
     */
    async function deliver(
      lane: Lane,
      { claimed, compose }: PreparedMail,
      previous: DeliveryResult | undefined,
    ): Promise<DeliveryResult | undefined> {
      const hasTime = () => claimed.leaseUntil.getTime() - now().getTime() >= leaseMs * reserveShare
      let unrecorded = previous ? [previous] : []
      // The lease may expire before the server answers, and another process may claim it then.
      if (!hasTime()) return void (await recorder.record(...unrecorded, unsent(claimed, now())))
      const mail = await compose().catch(onFault)
      let mayGo = true
      const begin = async () => {
        unrecorded = []
        mayGo = await recorder.recordHandover(claimed, previous)
        return mayGo
      }
      const answer: Answer = mail
        ? await lane.deliver(mail, begin)
        : { kind: 'later', code: 0, text: 'It could not be written' }
      // The lease has expired: the process that claims it next records its result.
      if (!mayGo) return undefined
      const result = resultOf(claimed, answer, { uncertain: settings.uncertain, now: now() })
      if (answer.kind === 'taken') {
        silences = 0
        refusals.length = 0
        // The next handover, or its failure, comes within the same share of a lease.
        if (hasTime()) return result
      }
      await recorder.record(...unrecorded, result)
      if (mail && answer.kind === 'refused') {
        const { code, text, command } = answer
        const isAboutUs = await onRefused?.({ claimed, to: mail.to, code, text, command }).catch(onFault)
        if (isAboutUs) await noteRefusal(claimed, text)
      }
      if (answer.kind === 'no_answer') await pauseAll(answer)
      else silences = 0
      return undefined
    }

    async function noteRefusal(claimed: Claimed, text: string): Promise<void> {
      lastRefusal = text
      if (refusals.push(claimed) < refusalsMost) return
      stopped.abort()
      isRefused = true
      await pauseAfterRefusals()
    }

    async function pauseAfterRefusals(): Promise<void> {
      const these = refusals.splice(0)
      await pauseForRefusals(context, lastRefusal, these).catch((fault: unknown) => {
        refusals.unshift(...these)
        onFault(fault)
      })
    }

    async function pauseAll(answer: Answer): Promise<void> {
      if (stopped.signal.aborted) return
      stopped.abort()
      silences++
      await pauseForNoAnswer(context, answer.text, silences).catch(onFault)
    }
  }

  const close = () => {
    for (const lane of lanes) lane.close()
  }
  return { drain, close }
}
