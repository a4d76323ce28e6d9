import { siteCategoryTag } from '#contract/categories.ts'
import type { Edition } from '#contract/edition.ts'
import { type EndedRecipient, type Send, type SendReport, sends } from '#contract/sends.ts'
import type { Context } from '#platform/context.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { readingMinutes } from '#story-html/reading-time.ts'
import { reasonInWords } from '../audience/describe-send.ts'
import { listArchive, type ReadEdition, readEdition } from './archive.ts'
import { cancelSend, pauseSend, resumeSend } from './control-send.ts'
import { previewSend } from './preview-send.ts'
import {
  type EndedRow,
  listEndedRecipients,
  listNamedSends,
  type NamedSend,
  nameSend,
  readSend,
} from './report-sends.ts'
import { startCampaign } from './start-campaign.ts'

const begun = 'Emails are being sent to all the subscribers!'

export function campaignRoutes(api: Api): void {
  endpoint(api, sends.send, async (ctx, { body }) => ({ message: begun, send: await startCampaign(ctx, body) }))
  endpoint(api, sends.preview, (ctx, { body }) => previewSend(ctx, body))
  endpoint(api, sends.list, async (ctx, call) => {
    const { rows, nextCursor } = await listNamedSends(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentSend)
  })
  endpoint(api, sends.one, async (ctx, { params }) => presentReport(await readSend(ctx, params.id)))
  endpoint(api, sends.ended, async (ctx, call) => {
    const { rows, nextCursor } = await listEndedRecipients(ctx, call.params.id, call.query)
    if (nextCursor) linkNext(call, ['limit', 'state'], nextCursor)
    return rows.map(presentEnded)
  })
  const controls = [
    [sends.pause, pauseSend] as const,
    [sends.resume, resumeSend] as const,
    [sends.cancel, cancelSend] as const,
  ]
  for (const [call, act] of controls) {
    endpoint(api, call, async (ctx, { params }) => presentSend(await nameSend(ctx, await act(ctx, params.id))))
  }
  endpoint(api, sends.archive, async (ctx, call) => {
    const { rows, nextCursor } = await listArchive(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map((row) => presentEdition(row, ctx))
  })
  endpoint(api, sends.edition, async (ctx, { params }) => presentEdition(await readEdition(ctx, params.edition), ctx))
}

function presentSend({ send, about, createdBy, waitsFor }: NamedSend): Send {
  const { queued, sending, sent, uncertain, bounced, failed, leftOut: left_out, cancelled } = send
  const parts = { queued, sending, sent, uncertain, bounced, failed, left_out, cancelled }
  return {
    id: send.id,
    kind: send.kind,
    env: send.env,
    category: send.category,
    frequency: send.frequency,
    period: send.period,
    about,
    state: send.state,
    paused_by: send.pausedBy,
    pause_answer: send.pauseAnswer,
    resume_at: send.resumeAt?.toISOString() ?? null,
    waits_for: waitsFor,
    created_at: send.createdAt.toISOString(),
    created_by: createdBy,
    ended_at: send.endedAt?.toISOString() ?? null,
    figures: { recipients: Object.values(parts).reduce((sum, count) => sum + count, 0), ...parts },
  }
}

function presentReport({ named, reasons, edition }: Awaited<ReturnType<typeof readSend>>): SendReport {
  return {
    ...presentSend(named),
    reasons: reasons.map(({ state, reason, count }) => ({ state, reason: reasonInWords(reason), count })),
    edition,
  }
}

function presentEnded({ email, state, reason, answer, changedAt }: EndedRow): EndedRecipient {
  return {
    email: email ?? '',
    state,
    reason: reasonInWords(reason),
    answer: answer ?? '',
    at: changedAt.toISOString(),
  }
}

function presentEdition(
  { edition, about, subject, stories, content }: ReadEdition,
  { categories }: Pick<Context, 'categories'>,
): Edition {
  const { id, sentAt, isListed: listed } = edition
  return {
    id,
    subject,
    about,
    sent_at: sentAt.toISOString(),
    listed,
    content: content ?? null,
    stories: stories.map((story) => presentStory(story, categories)),
  }
}

function presentStory(
  story: ReadEdition['stories'][number],
  categories: Context['categories'],
): Edition['stories'][number] {
  return {
    slug: story.slug,
    title: story.title,
    sub_title: story.subTitle,
    excerpt: story.excerpt,
    category: story.category,
    category_tag: siteCategoryTag(story.category, categories),
    author_name: story.authorName ?? story.accountName ?? '',
    author_uuid: story.authorId,
    story_image: story.storyImage,
    image_alt: story.imageAlt,
    reading_minutes: readingMinutes(story.wordCount),
  }
}
