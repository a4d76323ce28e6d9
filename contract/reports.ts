import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { asOneLine, pageQuery } from './input.ts'
import { reportNoteMost, reportReasons } from './report-reasons.ts'
import { Said } from './users.ts'

const tooLong = `Please use at most ${reportNoteMost} characters.`

/** A story that readers have reported, with the reports that nobody has decided about. */
export const ReportedStory = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  author: z
    .object({ uuid: z.string(), name: z.string(), is_suspended: z.boolean() })
    .nullable()
    .describe('null if the account is gone'),
  text: z.string().describe('the beginning of its text, plain'),
  is_whole: z.boolean().describe('whether that is all of it'),
  count: z.int().describe('how many reports are open'),
  newest_at: z.string().describe('when the newest of them was made'),
  reports: z
    .array(
      z.object({
        reason: z.enum(reportReasons),
        note: z.string(),
        at: z.string(),
        reporter: z.object({ uuid: z.string(), name: z.string() }).nullable().describe('null for a visitor'),
      }),
    )
    .describe('the newest twenty'),
})
export type ReportedStory = z.infer<typeof ReportedStory>

const reportDecisions = ['dismiss', 'unpublish', 'suspend'] as const

const StoryId = z.object({ id: z.string().min(1).max(200) })

export const reports = defineEndpoints({
  report: {
    call: 'POST /contents/:id/report',
    summary: 'Reports a published story to the administrators; each person once for each story',
    params: StoryId.describe('its id or slug'),
    body: z.object({
      reason: z.enum(reportReasons, { error: 'Please choose a reason.' }),
      note: z
        .string()
        .max(reportNoteMost * 4, tooLong)
        .transform(asOneLine)
        .pipe(z.string().max(reportNoteMost, tooLong))
        .default(''),
      altcha: z.string().max(2_000).nullish().describe('the solution of a challenge, required without a session'),
    }),
    response: Said,
    problems: ['not_found', 'not_possible', 'challenge_needed', 'too_many_requests'],
  },
  list: {
    call: 'GET /reports',
    summary: 'Published stories with reports that nobody has decided about, the last reported first',
    query: z.object(pageQuery({ limit: 20 })),
    response: z.array(ReportedStory),
    auth: 'admin',
  },
  decide: {
    call: 'POST /reports/:id/decide',
    summary: 'Decides about the reports of a story: dismisses them, unpublishes it, or suspends its author',
    params: StoryId.describe('the id of the story'),
    body: z.object({
      decision: z.enum(reportDecisions, { error: 'The decision is dismiss, unpublish or suspend.' }),
      newest_at: z.iso
        .datetime({ error: 'Say which reports you have seen.' })
        .max(40)
        .describe('when the newest report that was seen was made: later ones stay open'),
    }),
    response: Said,
    auth: 'admin',
    problems: ['not_found', 'conflict', 'not_possible'],
  },
})
