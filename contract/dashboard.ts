import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

/** The stretches of days that figures are shown for; the longest is 52 whole weeks. */
export const figureRanges = [7, 30, 90, 364] as const
export type FigureRange = (typeof figureRanges)[number]

const Totals = z.object({
  sign_ups: z.int().describe('accounts that were made'),
  confirmed_subscribers: z
    .int()
    .describe('addresses that became confirmed subscribers; those that left since are counted too'),
  reads: z.int().describe('views of published stories, crawlers apart'),
  crawler_reads: z.int(),
})
const FiguresOfDay = Totals.extend({ day: z.string().describe('in UTC, e.g. `2026-11-23`') })
export type FiguresOfDay = z.infer<typeof FiguresOfDay>

/** The figures of the last days. */
export const Figures = z.object({
  days: z.array(FiguresOfDay).describe('one for each day, the oldest first; the last is today and not over yet'),
  before: Totals.describe('the sums of as many days before these'),
  changes: z
    .object({ users: z.int(), subscribers: z.int(), confirmed_subscribers: z.int() })
    .optional()
    .describe('by how much each total is larger than before these days; smaller, if it is negative'),
})
export type Figures = z.infer<typeof Figures>

const TopStory = z.object({
  slug: z.string(),
  title: z.string(),
  author_name: z.string(),
  author_uuid: z.string().nullable().default(null),
  reads: z.int(),
  crawler_reads: z.int(),
})
export type TopStory = z.infer<typeof TopStory>

const error = `Choose ${figureRanges.slice(0, -1).join(', ')} or ${figureRanges.at(-1)} days.`
/** The query of a call for the figures of the last days. */
export const FigureDays = z.object({
  days: z.coerce.number({ error }).pipe(z.literal(figureRanges, { error })).default(30),
})

export const dashboard = defineEndpoints({
  figures: {
    call: 'GET /dashboard/figures',
    summary: 'Sign-ups, new confirmed subscribers and reads, day by day',
    query: FigureDays,
    response: Figures,
    auth: 'admin',
  },
  topStories: {
    call: 'GET /dashboard/top-stories',
    summary: 'The ten most read stories of the last days',
    query: FigureDays,
    response: z.array(TopStory),
    auth: 'admin',
  },
})
