import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { domainOf } from '#platform/mail/address.ts'
import { cleanServerReply } from '#platform/mail/message.ts'
import { countSoftBounce, suppress } from '#subscriptions/suppressions.ts'
import { classifyRefusal, type Refusal, type RefusalKind } from './bounces/classify-refusal.ts'
import { type Report, readReport } from './bounces/read-report.ts'
import * as repository from './bounces/repository.ts'
import { isOurs, readReturnPath } from './return-path.ts'

/** A message that arrived at the bounce address: the raw message, and the recipients of its envelope. */
export type Delivered = {
  raw: Uint8Array
  recipients: readonly string[]
  /** Whether the report was authenticated: then its Message-ID is trusted like a return path. */
  isTrusted: boolean
}

type ReportContext = Pick<Context, 'db' | 'now'>

/**
 * Records a report of a bounce or a complaint. Anyone can write to the bounce address, so only a report with a valid
 * return path of ours changes anything. Recording it twice changes nothing more.
 * @returns `ignored` for other messages, for unproven reports and for known ones.
 */
export async function recordReport(ctx: ReportContext, delivered: Delivered): Promise<'recorded' | 'ignored'> {
  const report = await readReport(delivered.raw)
  const recipient = report && (await findRecipient(ctx.db, report, delivered))
  if (!recipient) return 'ignored'
  return transaction(ctx.db, (tx) => record(ctx, tx, report, recipient))
}

/**
 * Suppresses an address, or counts a soft bounce, after a refusal during sending. The sender records the recipient's result.
 * @returns what the refusal says about the mailbox.
 */
export async function recordRefusal(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  { email, sendId, ...refusal }: Refusal & { email: string; sendId: string },
): Promise<RefusalKind> {
  const kind = classifyRefusal(refusal)
  await applyToAddress(ctx, tx, kind, { email, detail: refusal.text, sendId })
  return kind
}

async function findRecipient(
  db: Db,
  report: Report,
  { recipients, isTrusted }: Delivered,
): Promise<repository.RecipientKey | undefined> {
  const tried = new Set<string>()
  for (const address of [...recipients, ...report.returnPaths].slice(0, 10)) {
    const path = readReturnPath(address)
    if (!path || tried.has(address)) continue
    tried.add(address)
    const send = await repository.findSendByMark(db, path.mark)
    if (send && isOurs(path, send.secret)) return { sendId: send.id, subscriberId: path.subscriberId }
  }
  return isTrusted ? recipientOfMessageId(report.messageId) : undefined
}

/** Our Message-IDs are `<send.subscriber@host>`. */
function recipientOfMessageId(messageId = ''): repository.RecipientKey | undefined {
  const [, sendId = '', subscriberId = ''] = /^<([0-9a-f-]{36})\.([0-9a-f-]{36})@[^>]*>$/i.exec(messageId) ?? []
  return isId(sendId) && isId(subscriberId) ? { sendId, subscriberId } : undefined
}

async function record(
  ctx: ReportContext,
  tx: Db,
  report: Report,
  recipient: repository.RecipientKey,
): Promise<'recorded' | 'ignored'> {
  const changedAt = ctx.now()
  // Every write of a subscription locks the subscriber first.
  const subscriber = await repository.findSubscriberForUpdate(tx, recipient.subscriberId)
  const reason = report.kind === 'complaint' ? 'complaint' : report.refusal
  const answer = diagnosticOf(report)
  const tried = await repository.markBounced(tx, recipient, { reason, answer, changedAt })
  if (!tried) return 'ignored'
  const { sendId, subscriberId } = recipient
  if (!subscriber || hasMoved(subscriber, tried)) return 'recorded'
  if (report.kind === 'complaint') await repository.markAllEnded(tx, subscriberId, changedAt)
  await applyToAddress(ctx, tx, reason, { email: subscriber.email, detail: answer, sendId })
  return 'recorded'
}

/** Whether the subscriber has changed the address since: then the report says nothing about the new one. */
function hasMoved({ email, emailSince }: repository.CurrentAddress, { domain, at }: repository.Tried): boolean {
  return domainOf(email) !== domain.toLowerCase() || (emailSince !== null && at < emailSince)
}

async function applyToAddress(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  reason: repository.BounceReason,
  { email, detail, sendId }: { email: string; detail: string; sendId: string },
): Promise<void> {
  if (reason === 'hard') await suppress(ctx, tx, { email, reason: 'hard_bounce', detail, sendId })
  if (reason === 'complaint') await suppress(ctx, tx, { email, reason: 'complaint', detail, sendId })
  if (reason === 'soft') await countSoftBounce(ctx, tx, { email, detail, sendId })
}

function diagnosticOf(report: Report): string {
  if (report.kind === 'complaint') return `Complaint: ${report.feedbackType}`
  const said = report.diagnostic.includes(report.status) ? report.diagnostic : `${report.status} ${report.diagnostic}`
  return cleanServerReply(said)
}
