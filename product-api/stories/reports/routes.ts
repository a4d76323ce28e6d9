import { type ReportedStory, reports } from '#contract/reports.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { decideReports, listReportedStories, type ReportedRow } from './decide-reports.ts'
import { reportStory } from './report-story.ts'

/** Readers report stories, and administrators decide. */
export function reportRoutes(api: Api): void {
  endpoint(api, reports.report, async (ctx, { params, body }) => {
    await reportStory(ctx, params.id, body)
    return { message: 'Thank you. An administrator will look at this story.' }
  })
  endpoint(api, reports.list, async (ctx, call) => {
    const { rows, nextCursor } = await listReportedStories(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentReported)
  })
  endpoint(api, reports.decide, async (ctx, { params, body }) => {
    const wanted = { decision: body.decision, until: new Date(body.newest_at) }
    await decideReports(ctx, params.id, wanted)
    return { message: messages[body.decision] }
  })
}

const messages = {
  dismiss: 'The reports are dismissed. The story stays as it is.',
  unpublish: 'The story is a draft now, which only its author and administrators see.',
  suspend: 'The author is suspended. The story stays public until you unpublish it.',
} as const

function presentReported({ id, newestAt, isWhole, author, reports, ...row }: ReportedRow): ReportedStory {
  const { slug, title, text, count } = row
  return {
    ...{ _id: id, slug, title, text, count },
    author: author && { uuid: author.uuid, name: author.name, is_suspended: author.isSuspended },
    is_whole: isWhole,
    newest_at: newestAt.toISOString(),
    reports: reports.map(({ at, ...report }) => ({ ...report, at: new Date(at).toISOString() })),
  }
}
