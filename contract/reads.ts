import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

/** The most stories in one batch. */
export const readsMost = 2_000
/** Enough for what a busy node counts during an hour in which it cannot report. */
const countMost = 100_000_000

const Count = z.int().min(0).max(countMost)

/** How often a story was shown on one day (UTC), and how often to crawlers. */
const ReadsOfStory = z.object({ slug: z.string().min(1).max(512), reads: Count, crawler_reads: Count })

/** The reads that a web node has counted since the last batch. */
export const ReadBatch = z.object({
  batch: z.uuid().describe('chosen by the node; the same batch sent again counts once'),
  day: z.iso.date().optional().describe('in UTC; today by default, else within the last week'),
  reads: z.array(ReadsOfStory).min(1).max(readsMost),
})
export type ReadBatch = z.infer<typeof ReadBatch>

export const reads = defineEndpoints({
  report: {
    call: 'POST /contents/reads',
    summary: 'Adds the reads that a web node has counted; unknown slugs are skipped',
    body: ReadBatch,
    response: z.object({ stories: z.int().describe('that reads were added to; 0 for a batch that was there before') }),
    problems: ['forbidden'],
    neverFromBrowser: 'Only the web counts reads; anyone else could make them up.',
  },
})
