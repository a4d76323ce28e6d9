import { z } from 'zod'
import { FigureDays } from './dashboard.ts'
import { defineEndpoints } from './endpoint.ts'
import { pageQuery } from './input.ts'
import { ownSources } from './reads.ts'
import { StoryCard } from './stories.ts'
import { searchTextMost } from './text-limits.ts'

const Nullable = z.string().nullable().default(null)

/** The reads of a story, or of the stories of a publication, and the acts of their readers. */
const ReaderSums = z.object({
  reads: z.int().describe('views of the page, crawlers apart'),
  began: z.int().describe('views whose reader touched the page: scrolled, pressed a key or moved the pointer'),
  finished: z.int().describe('of these, views whose reader reached the end, in at least a quarter of the reading time'),
  subscribed: z.int().describe('people who asked for emails on the page and confirmed, on the day of the confirmation'),
  heard_minutes: z.number().describe('minutes of the narration that were played'),
})
export type ReaderSums = z.infer<typeof ReaderSums>

const ReadersOfDay = ReaderSums.extend({ day: z.string().describe('in UTC, e.g. `2026-11-26`') })

const ReadersFrom = z.object({
  source: z.string().describe(`one of ${ownSources.map((code) => `\`${code}\``).join(', ')}, or a host`),
  reads: z.int(),
})
export type ReadersFrom = z.infer<typeof ReadersFrom>

const Readers = z.object({
  days: z.array(ReadersOfDay).describe('one for each day, the oldest first; the last is today and not over yet'),
  before: ReaderSums.describe('the sums of as many days before these'),
  from: z
    .array(ReadersFrom)
    .describe(
      'where the reads of these days came from, the most first, `others` last; hosts with fewer than 3 reads are among them',
    ),
})

/** The readers of one story. */
export const StoryReaders = Readers.extend({
  story: z.object({ _id: z.string(), slug: z.string(), title: z.string(), published_at: Nullable }),
  emails: z
    .object({ sent: z.int(), sent_at: Nullable.describe('when the first of them were sent') })
    .describe('emails about this story alone, of all time; digests are not counted'),
})
export type StoryReaders = z.infer<typeof StoryReaders>

/** The readers of a publication's published stories. */
export const PublicationReaders = Readers.extend({
  publication: z.object({ slug: z.string(), name: z.string() }),
  stories: z
    .array(z.object({ _id: z.string(), slug: z.string(), title: z.string(), reads: z.int() }))
    .describe('the ten most read ones of these days'),
})
export type PublicationReaders = z.infer<typeof PublicationReaders>

const ownStoryStates = ['published', 'draft', 'planned', 'held'] as const
export type OwnStoryState = (typeof ownStoryStates)[number]

/** A story as its author's list shows it. */
export const OwnStory = StoryCard.extend({
  state: z
    .enum(ownStoryStates)
    .describe('`held`: published, and waiting for an administrator before it is emailed to its category'),
  publish_at: Nullable,
  reads_7: z.int().describe('of the last 7 days, today included'),
  reads_30: z.int(),
  days: z.array(z.int()).describe('the reads of each of the last 30 days, the oldest first'),
  finished_30: z.int(),
  subscribed_30: z.int(),
  emails: z.int().describe('emails about this story alone, of all time'),
})
export type OwnStory = z.infer<typeof OwnStory>

/** The last seven days of everything that a person has written. */
export const WeekOfReaders = z.object({
  reads: z.int(),
  reads_before: z.int().describe('of the seven days before'),
  new_followers: z.int().describe('who confirmed in these seven days'),
  followers: z.int(),
})
export type WeekOfReaders = z.infer<typeof WeekOfReaders>

const StoryId = z.object({ id: z.string().min(1).max(200).describe('its id, or its slug') })
const PublicationName = z.object({ publication: z.string().min(1).max(200).describe('its slug, or its name') })
const Csv = z.string().describe('a line for each day: the figures, then the reads from each source')

export const readers = defineEndpoints({
  ownStories: {
    call: 'GET /readers/stories',
    summary: 'The caller’s own stories in every state, with what readers made of them',
    query: z.object({
      ...pageQuery(),
      cursor: z.string().max(1_400).optional().describe('opaque; taken from the Link header'),
      sort: z
        .enum(['updated', 'published', 'reads', 'title'])
        .default('updated')
        .describe('`reads`: of the last 30 days'),
      search: z.string().max(searchTextMost).optional().describe('words of the title'),
      state: z
        .enum(['all', ...ownStoryStates])
        .default('all')
        .describe('`published` includes `held`'),
    }),
    response: z.array(OwnStory),
    auth: 'user',
  },
  ofStory: {
    call: 'GET /readers/stories/:id',
    summary: 'The readers of a story, day by day; for its author and administrators',
    params: StoryId,
    query: FigureDays,
    response: StoryReaders,
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  ofStoryAsCsv: {
    call: 'GET /readers/stories/:id/csv',
    summary: 'The readers of a story as CSV',
    params: StoryId,
    query: FigureDays,
    response: Csv,
    answersFile: 'text/csv',
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  ofPublication: {
    call: 'GET /readers/publications/:publication',
    summary: 'The readers of a publication’s published stories, day by day; for its owner and administrators',
    params: PublicationName,
    query: FigureDays,
    response: PublicationReaders,
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  ofPublicationAsCsv: {
    call: 'GET /readers/publications/:publication/csv',
    summary: 'The readers of a publication’s stories as CSV',
    params: PublicationName,
    query: FigureDays,
    response: Csv,
    answersFile: 'text/csv',
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  week: {
    call: 'GET /readers/week',
    summary: 'The reads of the caller’s stories in the last seven days, and their followers',
    response: WeekOfReaders,
    auth: 'user',
  },
})
