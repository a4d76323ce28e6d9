import { type ReportedThanks, type Thanks, thanks } from '#contract/thanks.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import * as received from './received-thanks.ts'
import { findOwnThanks, sendThanks } from './send-thanks.ts'

/** The calls for the private lines that readers send to writers. */
export function thanksRoutes(api: Api): void {
  endpoint(api, thanks.send, async (ctx, { params, body }) => {
    const { words, createdAt } = await sendThanks(ctx, params.id, body.words)
    return { words, sent_at: createdAt.toISOString() }
  })
  endpoint(api, thanks.own, async (ctx, { params }) => {
    const own = await findOwnThanks(ctx, params.id)
    return { words: own?.words ?? null, sent_at: own?.createdAt.toISOString() ?? null }
  })
  endpoint(api, thanks.received, async (ctx, call) => {
    const { rows, nextCursor } = await received.listReceived(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentThanks)
  })
  endpoint(api, thanks.remove, async (ctx, { params }) => {
    await received.deleteReceived(ctx, params.id)
    return { message: 'The line was deleted.' }
  })
  endpoint(api, thanks.report, async (ctx, { params }) => {
    await received.reportReceived(ctx, params.id)
    return { message: 'Thank you. An administrator will look at it.' }
  })
  endpoint(api, thanks.block, async (ctx, { params }) => {
    await received.blockSender(ctx, params.id)
    return { message: 'You won’t get thanks from this reader any more. They aren’t told.' }
  })
  endpoint(api, thanks.blocked, async (ctx, call) => {
    const { rows, nextCursor } = await received.listBlocked(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(({ id: uuid, name }) => ({ uuid, name }))
  })
  endpoint(api, thanks.unblock, async (ctx, { params }) => {
    await received.unblock(ctx, params.uuid)
    return { message: 'This reader can thank you again.' }
  })
  reportedThanksRoutes(api)
}

/** For administrators. */
function reportedThanksRoutes(api: Api): void {
  endpoint(api, thanks.reported, async (ctx, call) => {
    const { rows, nextCursor } = await received.listReported(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentReported)
  })
  endpoint(api, thanks.dismissReport, async (ctx, { params }) => {
    await received.decideReport(ctx, params.id, 'dismiss')
    return { message: 'The report was dismissed. The line stays.' }
  })
  endpoint(api, thanks.removeReported, async (ctx, { params }) => {
    await received.decideReport(ctx, params.id, 'remove')
    return { message: 'The line was removed.' }
  })
}

function presentThanks({ thanks: row, readerName, story, blockedAt }: received.ReceivedRow): Thanks {
  return {
    _id: row.id,
    words: row.words,
    sent_at: row.createdAt.toISOString(),
    reader: presentReader(row.readerId, readerName),
    story,
    is_reported: row.reportedAt !== null,
    is_blocked: blockedAt !== null,
  }
}

function presentReported({
  thanks: row,
  reportedAt,
  readerName,
  writerName,
  story,
}: received.ReportedRow): ReportedThanks {
  return {
    _id: row.id,
    words: row.words,
    sent_at: row.createdAt.toISOString(),
    reported_at: reportedAt.toISOString(),
    reader: presentReader(row.readerId, readerName),
    writer: { uuid: row.writerId, name: writerName },
    story,
  }
}

function presentReader(uuid: string | null, name: string | null): Thanks['reader'] {
  return uuid ? { uuid, name: name ?? '' } : null
}
