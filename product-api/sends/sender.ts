import type { Context } from '../context.ts'
import type { Answer, BulkTransport, Lane } from '../mail/bulk-transport.ts'
import { createSigner } from '../mail/sign-dkim.ts'
import type { Claimed } from './ledger-repository.ts'
import { pauseForNoAnswer, pauseForRefusals } from './pause-sends.ts'
import { createPreparer, type Prepared } from './prepare-mails.ts'
import type { NewsletterSettings } from './settings.ts'
import { asBefore, begun, settlementOf } from './settlement.ts'
import { createSettler } from './settler.ts'
import { createSupply } from './supply.ts'

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
 * Sends the emails of all sends that are under way, over parallel lanes. That an email is begun is committed before the
 * mail server gets it, and its end before its lane takes the next: whatever dies, at most one email of each lane is in
 * doubt.
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
  const settler = createSettler({ db, now, onFault })
  const lanes: Lane[] = Array.from({ length: transport.lanes }, () => transport.openLane())

  async function drain(until?: AbortSignal) {
    const silent = new AbortController()
    let isRefused = false
    const supply = createSupply({
      context,
      settings,
      leaseMs,
      prepare,
      settler,
      size: lanes.length * 8,
      isOver: () => silent.signal.aborted || (until?.aborted ?? false),
      onFault,
    })
    const ended = await Promise.allSettled(lanes.map((lane) => work(lane)))
    // What was taken and not sent counts against no recipient.
    const rest = await supply.rest()
    await Promise.all(rest.map(({ claimed }) => settler.settle(asBefore(claimed, now()))))
    // Those that came after the pause: the other lanes' emails were still under way.
    if (isRefused && refusals.length > 0) await pauseAfterRefusals(refusals.at(-1)?.text ?? '')
    const fault = ended.find((one) => one.status === 'rejected')
    if (fault) throw fault.reason
    return silent.signal.aborted ? ('no_answer' as const) : supply.waitsFor()

    async function work(lane: Lane): Promise<void> {
      for (let next = await supply.take(); next; next = await supply.take()) await sendOne(lane, next)
    }

    async function sendOne(lane: Lane, { claimed, compose }: Prepared): Promise<void> {
      const leftMs = claimed.leaseUntil.getTime() - now().getTime()
      // It may be another process's by the time the server answers.
      if (leftMs < leaseMs * reserveShare) return void (await settler.settle(asBefore(claimed, now())))
      const mail = await compose().catch(onFault)
      let isOurs = true
      const begin = async () => {
        isOurs = await settler.settle(begun(claimed))
        return isOurs
      }
      const answer: Answer = mail
        ? await lane.deliver(mail, begin)
        : { kind: 'later', code: 0, text: 'It could not be written' }
      // The lease ended while the database was away: the process that has it now writes down what becomes of it.
      if (!isOurs) return
      await settler.settle(settlementOf(claimed, answer, { uncertain: settings.uncertain, now: now() }))
      if (mail && answer.kind === 'refused') {
        const { code, text, command } = answer
        const isAboutUs = await onRefused?.({ claimed, to: mail.to, code, text, command }).catch(onFault)
        if (isAboutUs) await noteRefusal({ claimed, text })
      }
      if (answer.kind === 'no_answer') await holdAll(answer)
      else failures.count = 0
      if (answer.kind === 'taken') refusals.length = 0
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
