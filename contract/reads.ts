import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

/** The most stories in one batch. */
export const readsMost = 2_000
/** The most sources in one batch, over all its stories: with them it stays below the size of a body. */
export const batchSourcesMost = 20_000
/** The most hosts for one story on one day; reads from further ones are from `others`. */
export const hostsMost = 50
/** Longer hosts are `others`. */
export const hostMost = 100
/** Enough for what a busy node counts during an hour in which it cannot report. */
const countMost = 100_000_000

/** Where reads come from, beside hosts. */
export const ownSources = ['newsletter', 'feed', 'search', 'front_page', 'site', 'direct', 'others'] as const
export type OwnSource = (typeof ownSources)[number]
/** Follows a story's address in emails and feeds, the same for everyone; the page cache does not see it. */
export const linkMarks = { newsletter: '?from=newsletter', feed: '?from=feed' } as const

const Count = z.int().min(0).max(countMost)

/** A host as it is counted: in lower case, without `www.`, and no number, so that it is a name on the internet. */
export const hostShape = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const Source = z
  .string()
  .max(hostMost)
  .refine((source) => isOwnSource(source) || hostShape.test(source))

function isOwnSource(source: string): boolean {
  return (ownSources as readonly string[]).includes(source)
}

/** The counts of one story on one day (UTC): views of its page by people and by crawlers, and what else people did. */
const ReadsOfStory = z.object({
  slug: z.string().min(1).max(512),
  reads: Count,
  crawler_reads: Count,
  from: z
    .array(z.object({ source: Source, reads: Count }))
    .max(hostsMost + ownSources.length)
    .default([])
    .describe('of these reads, how many came from where; the rest is unknown'),
  began: Count.default(0).describe('views whose reader touched the page'),
  finished: Count.default(0).describe('views whose reader reached the end'),
  listens: Count.default(0).describe('views whose reader played the narration'),
  heard_seconds: Count.default(0).describe('of the narration, together'),
})

/** The reads that a web node has counted since the last batch. */
export const ReadBatch = z.object({
  batch: z.uuid().describe('chosen by the node; the same batch sent again counts once'),
  day: z.iso.date().optional().describe('in UTC; today by default, else within the last week'),
  reads: z.array(ReadsOfStory).min(1).max(readsMost),
})
export type ReadBatch = z.infer<typeof ReadBatch>
/** The same as a web node sends it. */
export type ReportedReads = z.input<typeof ReadBatch>

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
