import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { notFound } from '#platform/problem.ts'
import { describeSend } from '../audience/describe-send.ts'
import { findSend, listSends } from '../audience/send-repository.ts'
import * as reports from './report-repository.ts'

/** A send with the names of what it is about. */
export type NamedSend = { send: SendRow; about: string; createdBy: string | null; waitsFor: 'rate' | 'warm_up' | null }

export async function listNamedSends(
  ctx: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<NamedSend>> {
  const after = decodeTimeCursor(cursor)
  const { rows, nextCursor } = await pageOf(
    limit,
    (limit) => listSends(ctx.db, { after, limit }),
    ({ createdAt, id }) => encodeTimeCursor({ at: createdAt, id }),
  )
  return { rows: await named(ctx, rows), nextCursor }
}

/** @throws Problem `not_found`. */
export async function readSend(ctx: Context, id: string) {
  const send = await findSendOr404(ctx.db, id)
  const [[one], reasons, edition] = await Promise.all([
    named(ctx, [send]),
    reports.countReasons(ctx.db, send.id),
    reports.findMainEdition(ctx.db, send.id),
  ])
  return { named: one as NamedSend, reasons, edition: edition ?? null }
}

/** The recipients whose emails bounced, failed, were left out or are uncertain. @throws Problem `not_found`, `bad_request`. */
export async function listEndedRecipients(
  ctx: Context,
  id: string,
  { state, cursor, limit }: { state: reports.EndedState; cursor?: string | undefined; limit: number },
): Promise<Page<reports.EndedRow>> {
  const send = await findSendOr404(ctx.db, id)
  const after = decodeTimeCursor(cursor)?.id
  return pageOf(
    limit,
    (limit) => reports.listEnded(ctx.db, send.id, { state, after, limit }),
    ({ changedAt, subscriberId }) => encodeTimeCursor({ at: changedAt, id: subscriberId }),
  )
}

export async function nameSend(ctx: Context, send: SendRow): Promise<NamedSend> {
  const [one] = await named(ctx, [send])
  return one as NamedSend
}

async function named(ctx: Context, rows: readonly SendRow[]): Promise<NamedSend[]> {
  const people = await reports.findNames(
    ctx.db,
    rows.flatMap(({ createdBy }) => createdBy ?? []),
  )
  const titles = await reports.findTitles(
    ctx.db,
    rows.flatMap(({ contentId }) => contentId ?? []),
  )
  const waitsFor = await activeLimit(ctx)
  return rows.map((send) => ({
    send,
    about: describeSend(send, ctx.productName, titles.get(send.contentId ?? '')).about,
    createdBy: people.get(send.createdBy ?? '') ?? null,
    waitsFor: send.state === 'sending' && send.queued > 0 ? waitsFor : null,
  }))
}

async function activeLimit({ db, now, newsletters }: Context): Promise<'rate' | 'warm_up' | null> {
  const { perSecond, perDomain, warmUp } = newsletters.limits
  if (warmUp.length > 0) {
    const { mails, daysBefore } = await reports.countToday(db, now().toISOString().slice(0, 10))
    if (mails >= (warmUp[daysBefore] ?? Number.POSITIVE_INFINITY)) return 'warm_up'
  }
  return perSecond || perDomain.size > 0 ? 'rate' : null
}

async function findSendOr404(db: Db, id: string): Promise<SendRow> {
  const send = isId(id) ? await findSend(db, id) : undefined
  if (!send) throw notFound('send')
  return send
}
