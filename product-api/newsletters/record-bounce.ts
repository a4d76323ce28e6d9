import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { sendRecipients, sends } from '#platform/db/tables/newsletters.ts'
import { type SubscriberRow, subscribers, subscriptions } from '#platform/db/tables/subscriptions.ts'
import { transaction } from '#platform/db/transaction.ts'
import { domainOf } from '#platform/mail/address.ts'
import { cleanServerReply } from '#platform/mail/message.ts'
import { countSoftBounce, suppress } from '#subscriptions/suppressions.ts'
import { classifyRefusal, type Refusal, type RefusalKind } from './bounces/classify-refusal.ts'
import { type Report, readReport } from './bounces/read-report.ts'
import { isOurs, readReturnPath } from './return-path.ts'

/** A message that arrived at the bounce address: the raw message, and the recipients of its envelope. */
export type Delivered = {
  raw: Uint8Array
  recipients: readonly string[]
  /** Whether the report was authenticated: then its Message-ID is trusted like a return path. */
  isTrusted: boolean
}

/** The key of a row of the ledger. */
type RecipientKey = { sendId: string; subscriberId: string }
type BounceReason = RefusalKind | 'complaint'
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
): Promise<RecipientKey | undefined> {
  const tried = new Set<string>()
  for (const address of [...recipients, ...report.returnPaths].slice(0, 10)) {
    const path = readReturnPath(address)
    if (!path || tried.has(address)) continue
    tried.add(address)
    const [send] = await db.select({ id: sends.id, secret: sends.secret }).from(sends).where(eq(sends.mark, path.mark))
    if (send && isOurs(path, send.secret)) return { sendId: send.id, subscriberId: path.subscriberId }
  }
  return isTrusted ? recipientOfMessageId(report.messageId) : undefined
}

/** Our Message-IDs are `<send.subscriber@host>`. */
function recipientOfMessageId(messageId = ''): RecipientKey | undefined {
  const [, sendId = '', subscriberId = ''] = /^<([0-9a-f-]{36})\.([0-9a-f-]{36})@[^>]*>$/i.exec(messageId) ?? []
  return isId(sendId) && isId(subscriberId) ? { sendId, subscriberId } : undefined
}

async function record(
  ctx: ReportContext,
  tx: Db,
  report: Report,
  recipient: RecipientKey,
): Promise<'recorded' | 'ignored'> {
  const changedAt = ctx.now()
  // Every write of a subscription locks the subscriber first.
  const isSubscriber = eq(subscribers.id, recipient.subscriberId)
  const [subscriber] = await tx.select().from(subscribers).where(isSubscriber).for('update')
  const reason = report.kind === 'complaint' ? 'complaint' : report.refusal
  const answer = diagnosticOf(report)
  const tried = await markBounced(tx, recipient, { reason, answer, changedAt })
  if (!tried) return 'ignored'
  const { sendId, subscriberId } = recipient
  if (!subscriber || hasMoved(subscriber, tried)) return 'recorded'
  if (report.kind === 'complaint') await markAllEnded(tx, subscriberId, changedAt)
  await applyToAddress(ctx, tx, reason, { email: subscriber.email, detail: answer, sendId })
  return 'recorded'
}

/** Whether the subscriber has changed the address since: then the report says nothing about the new one. */
function hasMoved({ email, emailSince }: Pick<SubscriberRow, 'email' | 'emailSince'>, { domain, at }: Tried): boolean {
  return domainOf(email) !== domain.toLowerCase() || (emailSince !== null && at < emailSince)
}

async function applyToAddress(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  reason: BounceReason,
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

/** A try to send an email: the domain it went to, and when the ledger row last changed. */
type Tried = { domain: string; at: Date }

/**
 * Marks a recipient bounced. A complaint also changes a row that has bounced before; a bounce does not. An email that was
 * never tried can't bounce.
 * @returns the try, if the row changed.
 */
async function markBounced(
  tx: Db,
  { sendId, subscriberId }: RecipientKey,
  change: { reason: BounceReason; answer: string; changedAt: Date },
): Promise<Tried | undefined> {
  const isComplaint = change.reason === 'complaint'
  const isOpen = ne(sendRecipients.state, 'bounced')
  const isNew = isComplaint ? or(isOpen, isNull(sendRecipients.reason), ne(sendRecipients.reason, 'complaint')) : isOpen
  const isThis = and(eq(sendRecipients.subscriberId, subscriberId), eq(sendRecipients.sendId, sendId))
  const [tried] = await tx
    .select({ domain: sendRecipients.domain, at: sendRecipients.changedAt })
    .from(sendRecipients)
    .where(
      and(
        isThis,
        sql`(${sendRecipients.state} in ('sending', 'sent', 'uncertain', 'bounced')
             or (${sendRecipients.state} = 'queued' and ${sendRecipients.tries} > 0))`,
        isNew,
      ),
    )
    .for('update')
  if (!tried) return undefined
  await tx
    .update(sendRecipients)
    .set({ state: 'bounced', leaseUntil: null, ...change })
    .where(isThis)
  return tried
}

async function markAllEnded(tx: Db, subscriberId: string, endedAt: Date): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ endedAt })
    .where(and(eq(subscriptions.subscriberId, subscriberId), isNull(subscriptions.endedAt)))
}
