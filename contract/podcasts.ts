import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { pageQuery } from './input.ts'
import { podcastTextMost } from './text-limits.ts'

const titleMost = 200
const descriptionMost = 4_000

const Nullable = z.string().nullable().default(null)

/** Speech that is ready. */
export const Podcast = z.object({
  id: z.string(),
  fileName: z.string(),
  lastModified: z.string(),
  /** The path of the MP3 file on this site. It changes when the text is read aloud again. */
  url: z.string(),
  title: z.string(),
  description: z.string(),
  duration_ms: z.int(),
  bytes: z.int(),
  transcript: z.string().describe('the address of the sentences with their times (WebVTT)'),
  is_public: z.boolean().describe('in the public podcast feed'),
  story: z.object({ slug: z.string(), title: z.string() }).nullable().default(null),
})
export type Podcast = z.infer<typeof Podcast>

/** A podcast as feeds tell of it; addresses of this site. */
export const Episode = z.object({
  id: z.string().describe('stays the same when the text is read aloud again'),
  title: z.string(),
  description: z.string(),
  author: z.string().default(''),
  url: z.string(),
  bytes: z.int(),
  duration_ms: z.int(),
  transcript: z.string(),
  chapters: Nullable.describe('their address (Podcasting 2.0), if there are any'),
  published_at: z.string(),
  story_slug: Nullable,
})
export type Episode = z.infer<typeof Episode>

const jobStates = ['waiting', 'speaking', 'done', 'failed', 'cancelled'] as const

/** A text that is being read aloud, or was to be. */
export const PodcastJob = z.object({
  id: z.string(),
  title: z.string(),
  fileName: z.string(),
  state: z.enum(jobStates),
  sentences: z.int().describe('0 until it begins'),
  sentences_done: z.int(),
  spoken_ms: z.int().describe('sound that is ready'),
  failure: Nullable.describe('a sentence'),
  created_at: z.string(),
  changed_at: z.string(),
  url: Nullable.describe('once it is ready'),
})
export type PodcastJob = z.infer<typeof PodcastJob>

const PodcastText = z.object({
  text: z
    .string({ error: 'Please enter the text to read aloud.' })
    .max(podcastTextMost, `A text has at most ${podcastTextMost.toLocaleString('en-GB')} characters.`)
    .refine((text) => text.trim() !== '', 'Please enter the text to read aloud.'),
  title: z.string().trim().max(titleMost, `A title has at most ${titleMost} characters.`).optional(),
})

const JobId = z.object({ id: z.string().max(64) })
const FileName = z.object({ fileName: z.string().min(1).max(200) })

export const podcasts = defineEndpoints({
  generate: {
    call: 'POST /podcasts/generate-podcast',
    summary: 'Reads a text aloud and answers when the audio is ready; start a long one with `POST /podcasts` instead',
    body: PodcastText,
    response: z.object({ url: z.string(), fileName: z.string() }),
    auth: 'admin',
    problems: ['unspeakable', 'too_many_requests', 'unavailable'],
    timeoutMs: 130_000,
  },
  begin: {
    call: 'POST /podcasts',
    summary: 'Starts to read a text aloud, and answers the job to follow',
    body: PodcastText,
    response: PodcastJob,
    status: 202,
    auth: 'admin',
    problems: ['unspeakable', 'too_many_requests', 'unavailable'],
  },
  narrate: {
    call: 'POST /contents/:id/narration',
    summary: 'Starts to read a published story aloud, and keeps the recording up to date from then on',
    params: z.object({ id: z.string().max(200).describe('or its slug') }),
    response: PodcastJob,
    status: 202,
    auth: 'admin',
    problems: ['unspeakable', 'not_found', 'not_possible', 'already_done', 'too_many_requests'],
  },
  list: {
    call: 'GET /podcasts',
    summary: 'The speech that is ready, newest first',
    query: z.object(pageQuery()),
    response: z.array(Podcast),
    auth: 'admin',
  },
  public: {
    call: 'GET /podcasts/public',
    summary: 'What administrators have put into the public podcast feed, the latest 100, newest first',
    response: z.array(Episode),
    sameForAll: true,
    neverFromBrowser: 'The web makes the feed from it.',
  },
  jobs: {
    call: 'GET /podcasts/jobs',
    summary: 'What is being read aloud, is waiting, failed or was cancelled; the latest 50',
    response: z.array(PodcastJob),
    auth: 'admin',
  },
  job: {
    call: 'GET /podcasts/jobs/:id',
    summary: 'How far the reading of a text has come',
    params: JobId,
    response: PodcastJob,
    auth: 'admin',
    problems: ['not_found'],
  },
  cancel: {
    call: 'POST /podcasts/jobs/:id/cancel',
    summary: 'Stops reading a text aloud; what has been spoken is kept for another try',
    params: JobId,
    response: PodcastJob,
    auth: 'admin',
    problems: ['not_found', 'already_done'],
  },
  retry: {
    call: 'POST /podcasts/jobs/:id/retry',
    summary: 'Continues with a text that failed, was cancelled or is stuck',
    params: JobId,
    response: PodcastJob,
    auth: 'admin',
    problems: ['not_found', 'already_done', 'too_many_requests'],
  },
  dismiss: {
    call: 'DELETE /podcasts/jobs/:id',
    summary: 'Removes a text that failed or was cancelled before it was ready',
    params: JobId,
    response: z.object({ message: z.string() }),
    auth: 'admin',
    problems: ['not_found', 'not_possible'],
  },
  change: {
    call: 'PUT /podcasts/:fileName',
    summary: 'Changes the title and the description, and whether it is in the public feed',
    params: FileName,
    body: z.object({
      title: z.string().trim().min(1, 'A podcast needs a title.').max(titleMost).optional(),
      description: z.string().trim().max(descriptionMost, `At most ${descriptionMost} characters.`).optional(),
      is_public: z.boolean().optional(),
    }),
    response: Podcast,
    auth: 'admin',
    problems: ['not_found'],
  },
  remove: {
    call: 'DELETE /podcasts/:fileName',
    summary: 'Deletes a podcast with its audio',
    params: FileName,
    response: z.object({ message: z.string() }),
    auth: 'admin',
    problems: ['not_found'],
  },
  audio: {
    call: 'GET /audio/:file',
    summary: 'The MP3 file of a podcast, in parts where a range is asked for; or its transcript, with the ending .vtt',
    params: z.object({ file: z.string().min(1).max(80) }),
    response: z.string().describe('its bytes'),
    answersFile: 'audio/mpeg',
    problems: ['not_found', 'range_not_satisfiable', 'unavailable'],
    neverFromBrowser: 'The site serves speech itself, at /audio.',
  },
})
