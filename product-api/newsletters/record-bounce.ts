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

/** A message that came to the bounce address: whole, and for whom its envelope said it was. */
export type Delivered = {
  raw: Uint8Array
  recipients: readonly string[]
  /** Whether its bringer has proved who they are: then a Message-ID names the email as well as a return path does. */
  isTrusted: boolean
}

type ReportContext = Pick<Context, 'db' | 'now'>

/**
 * Acts on a report of a bounce or a complaint. Anyone can write to the bounce address, so only what a return path of
 * ours proves changes anything. Twice changes nothing more.
 * @returns `ignored` for what is no report, proves nothing or is known.
 */
export async function recordReport(ctx: ReportContext, delivered: Delivered): Promise<'recorded' | 'ignored'> {
  const report = await readReport(delivered.raw)
  const place = report && (await findPlace(ctx.db, report, delivered))
  if (!place) return 'ignored'
  return transaction(ctx.db, (tx) => record(ctx, tx, report, place))
}

/**
 * Records what a refusal during sending means for the address; the sender marks the recipient itself.
 * @returns what the refusal says of the mailbox.
 */
export async function recordRefusal(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  { email, sendId, ...refusal }: Refusal & { email: string; sendId: string },
): Promise<RefusalKind> {
  const kind = classifyRefusal(refusal)
  await follow(ctx, tx, kind, { email, detail: refusal.text, sendId })
  return kind
}

async function findPlace(
  db: Db,
  report: Report,
  { recipients, isTrusted }: Delivered,
): Promise<repository.Place | undefined> {
  const tried = new Set<string>()
  for (const address of [...recipients, ...report.returnPaths].slice(0, 10)) {
    const path = readReturnPath(address)
    if (!path || tried.has(address)) continue
    tried.add(address)
    const send = await repository.findSendByMark(db, path.mark)
    if (send && isOurs(path, send.secret)) return { sendId: send.id, subscriberId: path.subscriberId }
  }
  return isTrusted ? placeOf(report.messageId) : undefined
}

/** Our own are `<send.subscriber@host>`. */
function placeOf(messageId = ''): repository.Place | undefined {
  const [, sendId = '', subscriberId = ''] = /^<([0-9a-f-]{36})\.([0-9a-f-]{36})@[^>]*>$/i.exec(messageId) ?? []
  return isId(sendId) && isId(subscriberId) ? { sendId, subscriberId } : undefined
}

async function record(
  ctx: ReportContext,
  tx: Db,
  report: Report,
  place: repository.Place,
): Promise<'recorded' | 'ignored'> {
  const changedAt = ctx.now()
  // Locked first, as in every write of a subscription.
  const holder = await repository.findHolderForUpdate(tx, place.subscriberId)
  const reason = report.kind === 'complaint' ? 'complaint' : report.refusal
  const answer = answerOf(report)
  const tried = await repository.markBounced(tx, place, { reason, answer, changedAt })
  if (!tried) return 'ignored'
  const { sendId, subscriberId } = place
  if (!holder || hasMoved(holder, tried)) return 'recorded'
  if (report.kind === 'complaint') await repository.markAllEnded(tx, subscriberId, changedAt)
  await follow(ctx, tx, reason, { email: holder.email, detail: answer, sendId })
  return 'recorded'
}

/** A subscriber who has moved to another address since is not to blame for the old one, and it says nothing of the new. */
function hasMoved({ email, emailSince }: repository.Holder, { domain, at }: repository.Tried): boolean {
  return domainOf(email) !== domain.toLowerCase() || (emailSince !== null && at < emailSince)
}

async function follow(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  reason: repository.BounceReason,
  { email, detail, sendId }: { email: string; detail: string; sendId: string },
): Promise<void> {
  if (reason === 'hard') await suppress(ctx, tx, { email, reason: 'hard_bounce', detail, sendId })
  if (reason === 'complaint') await suppress(ctx, tx, { email, reason: 'complaint', detail, sendId })
  if (reason === 'soft') await countSoftBounce(ctx, tx, { email, detail, sendId })
}

function answerOf(report: Report): string {
  if (report.kind === 'complaint') return `Complaint: ${report.feedbackType}`
  const said = report.diagnostic.includes(report.status) ? report.diagnostic : `${report.status} ${report.diagnostic}`
  return cleanServerReply(said)
}
